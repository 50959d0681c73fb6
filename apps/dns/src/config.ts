import { serviceConfig } from '@nameyard/runtime/load-config'
import { z } from 'zod'
import { networksOf } from './zones/master-address'

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
    /** TCP connections to the built-in responder at most; beyond it the one that was idle longest is closed. */
    DNS_TCP_CONNECTIONS: z.coerce.number().int().min(1).max(65_535).default(256),
    /** TCP connections of one client at most; addresses of one IPv6 /64 are one client. */
    DNS_TCP_CONNECTIONS_PER_CLIENT: z.coerce.number().int().min(1).max(65_535).default(16),
    /**
     * Name servers that must answer a version before it counts as published: `address:port`, separated by commas. Empty
     * means the built-in responder of this process.
     */
    DNS_VERIFY: list.optional(),
    /** Base URL of the PowerDNS API, such as `http://127.0.0.1:8081`. */
    POWERDNS_URL: z.url({ protocol: /^https?$/ }).optional(),
    POWERDNS_API_KEY: z.string().optional(),
    /** Mark that zones of this platform carry in PowerDNS; zones with another one are never touched. */
    POWERDNS_ACCOUNT: z.string().min(1).max(40).default('nameyard'),
    /** How long an answer of PowerDNS is waited for; longer than it takes for 10,000 records on a slow store. */
    POWERDNS_TIMEOUT_MS: z.coerce.number().int().min(10).max(10_000).default(10_000),
    /**
     * Every RRset of every zone is compared with the name servers at least this often; seconds. Default: an hour up to
     * 10,000 zones, a day for more.
     */
    DNS_COMPARE_SECONDS: z.coerce.number().int().min(60).max(604_800).optional(),
    /**
     * Addresses and CIDR ranges that slave zones may name as their master although they are not of the public Internet
     * (loopback, link-local, private); separated by commas. None by default.
     */
    SLAVE_MASTER_NETWORKS: z
      .string()
      .default('')
      .transform((given, context) => {
        const networks = networksOf(given.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])))
        if (networks === undefined) context.addIssue({ code: 'custom', message: 'not addresses and CIDR ranges' })
        return networks ?? z.NEVER
      }),
    /**
     * Encrypt the private keys of signed zones, the newest first: it encrypts, and keys under all of them work. The same
     * in every process. Without it no zone is signed.
     */
    DNSSEC_KEY_SECRET: z
      .string()
      .transform((given) => given.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32)))
      .optional(),
    /** How long resolvers remember a DS at most: the longest TTL that registries give theirs; seconds. */
    DNSSEC_DS_TTL: seconds(86_400),
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
    /** How long a link that opens one zone works. */
    ZONE_LINK_MINUTES: z.coerce.number().min(0.01).max(43_200).default(60),
    /** Where people reach the edge: what such links begin with. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('https://127.0.0.1:8443'),
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
