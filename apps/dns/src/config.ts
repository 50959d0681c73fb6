import { z } from 'zod'
import { egressSettings } from '@nameyard/egress/settings'
import { NetworkList } from '@nameyard/names/ip-address'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { dnsRetention } from './retention'

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(2_147_483_647).default(fallback)
const port = z.coerce.number().int().min(0).max(65_535)
const list = z.string().transform((names) => names.split(',').map((name) => name.trim()))

/** The servers of the root zone, a to m (https://www.internic.net/domain/named.root). */
const ROOTS = [
  '198.41.0.4',
  '170.247.170.2',
  '192.33.4.12',
  '199.7.91.13',
  '192.203.230.10',
  '192.5.5.241',
  '192.112.36.4',
  '198.97.190.53',
  '192.36.148.17',
  '192.58.128.30',
  '193.0.14.129',
  '199.7.83.42',
  '202.12.27.33',
]
  .map((address) => `${address}:53`)
  .join(',')

/** Settings of the dns service. */
export const configSchema = serviceConfig
  .extend({
    /** Days for which rows stay: docs/retention.md. */
    ...retentionSettings(dnsRetention.rules),
    ...egressSettings,
    /** Where zones are published: to the responder inside this service, or to PowerDNS over its HTTP API. */
    DNS_PUBLISHER: z.enum(['builtin', 'powerdns']).default('builtin'),
    /** Address and port of the built-in responder, UDP and TCP; port 0 means any free port. */
    DNS_HOST: z.string().default('127.0.0.1'),
    DNS_PORT: port.default(5300),
    /** Most TCP connections to the built-in responder; beyond it the one that was idle longest is closed. */
    DNS_TCP_CONNECTIONS: z.coerce.number().int().min(1).max(65_535).default(256),
    /** Most TCP connections of one client; addresses of one IPv6 /64 are one client. */
    DNS_TCP_CONNECTIONS_PER_CLIENT: z.coerce.number().int().min(1).max(65_535).default(16),
    /**
     * Name servers that must answer a version before it counts as published: `address:port`, separated by commas. Empty
     * means the built-in responder of this process.
     */
    DNS_VERIFY: list.optional(),
    /** Base URL of the PowerDNS API, such as `http://127.0.0.1:8081`. */
    POWERDNS_URL: z.url({ protocol: /^https?$/ }).optional(),
    POWERDNS_API_KEY: z.string().optional(),
    /** The `account` of this platform's zones in PowerDNS; zones with another account are never changed. */
    POWERDNS_ACCOUNT: z.string().min(1).max(40).default('nameyard'),
    /** How long the service waits for an answer of PowerDNS. The default is enough for 10,000 records on a slow store. */
    POWERDNS_TIMEOUT_MS: z.coerce.number().int().min(10).max(10_000).default(10_000),
    /**
     * Maximum interval in which every RRset of every zone is compared with the name servers; seconds. Default: an hour
     * up to 10,000 zones, a day for more.
     */
    DNS_COMPARE_SECONDS: z.coerce.number().int().min(60).max(604_800).optional(),
    /**
     * Internal addresses and CIDR ranges (loopback, link-local, private) that slave zones may have as their master;
     * separated by commas. None by default.
     */
    SLAVE_MASTER_NETWORKS: z
      .string()
      .default('')
      .transform((given, context) => {
        const networks = NetworkList.parse(
          given.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])),
        )
        if (networks === undefined)
          context.addIssue({
            code: 'custom',
            message: 'must be addresses and CIDR ranges, such as 192.0.2.1,10.0.0.0/8',
          })
        return networks ?? z.NEVER
      }),
    /**
     * Secrets that encrypt the private keys of signed zones. The first one encrypts, all of them decrypt. The same in every
     * process. Without a secret no zone can be signed.
     */
    DNSSEC_KEY_SECRET: z
      .string()
      .transform((given) => given.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32)))
      .optional(),
    /** How long resolvers cache a DS: the longest TTL of a registry's DS; seconds. */
    DNSSEC_DS_TTL: seconds(86_400),
    /** The platform's own nameservers: the NS records of every zone; separated by commas. The first is the primary. */
    PLATFORM_NAMESERVERS: list.prefault('ns1.nameyard.example,ns2.nameyard.example,ns3.nameyard.example'),
    /**
     * Servers of the root zone, `address:port`, from which the delegation of a name is followed; separated by commas.
     * Default: those of the Internet.
     */
    DELEGATION_ROOTS: list.prefault(ROOTS),
    /** How often the delegation of each zone is checked; seconds. */
    DELEGATION_CHECK_SECONDS: z.coerce.number().int().min(60).max(2_592_000).default(86_400),
    /** Control port of a sandbox registry that knows the delegations instead, such as `http://127.0.0.1:7001`. */
    DELEGATION_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Mailbox of the SOA records, the @ written as a dot. */
    SOA_MAILBOX: z.string().default('hostmaster.nameyard.example'),
    SOA_REFRESH: seconds(10_800),
    SOA_RETRY: seconds(3_600),
    SOA_EXPIRE: seconds(604_800),
    SOA_MINIMUM: seconds(3_600),
    SOA_TTL: seconds(86_400),
    NS_TTL: seconds(3_600),
    /** How long a link to one zone is valid. */
    ZONE_LINK_MINUTES: z.coerce.number().min(0.01).max(43_200).default(60),
    /** Public URL of the gateway, with which such links begin. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('https://127.0.0.1:8443'),
    /** Most zones of one account at names that it does not hold as domains here; 0 means no limit. */
    ZONES_WITHOUT_DOMAIN: z.coerce.number().int().min(0).max(10_000_000).default(10_000),
    /** Most records for proofs of control that one account may have open at the same time. */
    ZONE_PROOFS_OPEN: z.coerce.number().int().min(1).max(100_000).default(100),
    /** Bounds of the TTLs that resellers may set; seconds. */
    TTL_MIN: seconds(60),
    TTL_MAX: seconds(604_800),
  })
  .superRefine((config, context) => {
    if (config.DELEGATION_SANDBOX_URL !== undefined && !config.SANDBOX)
      context.addIssue({ code: 'custom', path: ['DELEGATION_SANDBOX_URL'], message: 'needs SANDBOX=true' })
    if (config.DNS_PUBLISHER !== 'powerdns') return
    for (const name of ['POWERDNS_URL', 'POWERDNS_API_KEY', 'DNS_VERIFY'] as const) {
      if (config[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'is required when DNS_PUBLISHER is powerdns' })
      }
    }
  })
export type DnsConfig = z.output<typeof configSchema>

/** Where providers find the settings. */
export const DNS_CONFIG = Symbol('settings of the dns service')
