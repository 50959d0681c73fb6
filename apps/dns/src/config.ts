import { serviceConfig } from '@nameyard/runtime/load-config'
import { z } from 'zod'

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(2_147_483_647).default(fallback)
const port = z.coerce.number().int().min(0).max(65_535)
const list = z.string().transform((names) => names.split(',').map((name) => name.trim()))

/** Settings of the dns service. */
export const configSchema = serviceConfig
  .extend({
    /** Where zones are published: to the responder inside this service, or to PowerDNS over its HTTP API. */
    DNS_PUBLISHER: z.enum(['builtin', 'powerdns']).default('builtin'),
    /** Address and port of the built-in responder, UDP and TCP; port 0 takes a free one. */
    DNS_HOST: z.string().default('127.0.0.1'),
    DNS_PORT: port.default(5300),
    /**
     * Name servers that must answer a version before it counts as published: `address:port`, separated by commas. Empty
     * means the built-in responder of this process.
     */
    DNS_VERIFY: list.optional(),
    /** Base URL of the PowerDNS API, such as `http://127.0.0.1:8081`. */
    POWERDNS_URL: z.url({ protocol: /^https?$/ }).optional(),
    POWERDNS_API_KEY: z.string().optional(),
    /** The platform's own nameservers: the NS records of every zone; separated by commas. The first is the primary. */
    PLATFORM_NAMESERVERS: list.prefault('ns1.nameyard.example,ns2.nameyard.example,ns3.nameyard.example'),
    /** Mailbox of the SOA records, the @ written as a dot. */
    SOA_MAILBOX: z.string().default('hostmaster.nameyard.example'),
    SOA_REFRESH: seconds(10_800),
    SOA_RETRY: seconds(3_600),
    SOA_EXPIRE: seconds(604_800),
    SOA_MINIMUM: seconds(3_600),
    SOA_TTL: seconds(86_400),
    NS_TTL: seconds(3_600),
    /** Bounds of the TTLs that resellers may set; seconds. */
    TTL_MIN: seconds(60),
    TTL_MAX: seconds(604_800),
  })
  .superRefine((config, context) => {
    if (config.DNS_PUBLISHER !== 'powerdns') return
    for (const name of ['POWERDNS_URL', 'POWERDNS_API_KEY', 'DNS_VERIFY'] as const) {
      if (config[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'needed when DNS_PUBLISHER is powerdns' })
      }
    }
  })
export type DnsConfig = z.output<typeof configSchema>

/** Where providers find the settings. */
export const DNS_CONFIG = Symbol('settings of the dns service')
