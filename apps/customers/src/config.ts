import { createPrivateKey, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { egressSettings } from '@nameyard/egress/settings'
import { readPrivateKey } from '@nameyard/messaging/actor-keys'
import { keyIdOf } from '@nameyard/messaging/actor-statement'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { domainOf } from './mail/sender'
import { customersRetention } from './retention'

/** Settings that are required when mails are sent. */
const withMail = ['MAIL_FROM', 'LINK_SECRET', 'PUBLIC_URL'] as const

/** Settings that are required when mails are signed. */
const withDkim = ['MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR', 'MAIL_DKIM_KEY'] as const

/** Settings that are required when mails are received. */
const withIncoming = ['MAIL_RETURN_DOMAIN', 'MAIL_INCOMING_TLS_CERTIFICATE', 'MAIL_INCOMING_TLS_KEY'] as const

const domainName = z
  .string()
  .regex(/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, {
    message: 'must be a domain name in lower case, without port',
  })

/** Settings of the customers service. */
export const configSchema = serviceConfig
  .extend({
    /** Ed25519 private key in PEM that signs who makes a request. Its public key is one of `ACTOR_KEYS`. */
    ACTOR_SIGNING_KEY: z.string().transform((text, context) => {
      const key = readPrivateKey(text)
      if (key) return key
      context.addIssue({ code: 'custom', message: 'must be an Ed25519 private key in PEM' })
      return z.NEVER
    }),
    /** Ed25519 private key in PEM that signs the heads of audit trails. By default that of `ACTOR_SIGNING_KEY`. */
    AUDIT_SIGNING_KEY: z
      .string()
      .transform((text, context) => {
        const key = readPrivateKey(text)
        if (key) return key
        context.addIssue({ code: 'custom', message: 'must be an Ed25519 private key in PEM' })
        return z.NEVER
      })
      .optional(),
    /**
     * Folder for the signed heads of audit trails, every hour, and for archived months. Put it where the users of the
     * database cannot write. Processes of this service share it.
     */
    AUDIT_FOLDER: z.string().min(1).default('.data/audit'),
    /** Seconds between two looks for trails that need a signed head, and for months to archive. */
    AUDIT_SWEEP_SECONDS: z.coerce.number().min(0.01).max(3600).default(60),
    /** Days for which rows stay: docs/retention.md. */
    ...retentionSettings(customersRetention.rules),
    /**
     * Days after the end of the last domain for which the data of a deleted registrant stay. The Data Retention
     * Specification of the ICANN RAA asks for two years.
     */
    RETENTION_REGISTRANTS_DAYS: z.coerce.number().min(0).max(36_500).default(730),
    /** Days after which a month of an audit trail is moved from the database to a file in `AUDIT_FOLDER`. */
    RETENTION_AUDIT_DAYS: z.coerce.number().min(90).max(36_500).default(1095),
    /** Lifetime of a bearer token. */
    TOKEN_HOURS: z.coerce.number().min(0.01).max(8760).default(48),
    /**
     * Failed logins within an hour, from one network with any username, and of one username from all networks from which
     * it has not logged in before. After that, these logins are refused until the hour has passed.
     */
    LOGIN_FAILURES: z.coerce.number().int().min(2).max(10_000).default(100),
    /** Failed logins of one username from one network without a wait. The wait doubles with each further failure. */
    LOGIN_FREE_FAILURES: z.coerce.number().int().min(1).max(10_000).default(4),
    /** The longest wait of one username from one network. */
    LOGIN_BLOCK_MINUTES: z.coerce.number().min(0.001).max(1440).default(20),
    /** Characters of a password that a person or an operator sets; NIST SP 800-63B-4 requires 15 without a second factor. */
    PASSWORD_MIN_LENGTH: z.coerce.number().int().min(8).max(64).default(15),
    /** The same for passwords that programs set with `POST /v1/contacts`: existing ones generate shorter passwords. */
    CONTACT_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(8).max(64).default(8),
    /** Requests per second that an account may make in the long run, over all gateways. */
    REQUESTS_PER_SECOND: z.coerce.number().min(0.001).max(1_000_000).default(100),
    /** Requests that an account may make at once after a pause. */
    REQUESTS_BURST: z.coerce.number().int().min(1).max(1_000_000).default(2000),
    /** Days until an unverified address has its domains suspended; ICANN requires 15. */
    EMAIL_VERIFICATION_DAYS: z.coerce.number().min(0.001).max(365).default(15),
    /** Maximum of verification mails per address and day. */
    EMAIL_VERIFICATION_MAILS: z.coerce.number().int().min(1).max(1000).default(5),
    /** Seconds between two sweeps for passed deadlines. */
    EMAIL_VERIFICATION_SWEEP_SECONDS: z.coerce.number().min(0.01).max(3600).default(30),
    /** `smtp://` or `smtps://` URL of the mail server, with user and password. */
    MAIL_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Folder for mails when there is no mail server. */
    MAIL_FOLDER: z.string().min(1).default('.data/mail'),
    /** Sender of all mails: `Name <address>`. */
    MAIL_FROM: z.string().min(3).optional(),
    /**
     * Domain of return addresses, of which each mail has its own: `bounce+…@<domain>`. Its MX record names the host that
     * receives reports (`MAIL_INCOMING_PORT`). Needs `LINK_SECRET`. Without it, reports go to the address of `MAIL_FROM`.
     */
    MAIL_RETURN_DOMAIN: domainName.optional(),
    /** Domain of the addresses of DMARC reports: `DMARC_ZONE` of orders. Without it they are refused. */
    DMARC_ZONE: domainName.optional(),
    /**
     * Port of the listener that receives reports about mails over SMTP: 25, or one that a balancer passes port 25 to. Without it
     * nothing is received. Needs `MAIL_RETURN_DOMAIN` and the next two settings.
     */
    MAIL_INCOMING_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    /** Files with the certificate chain and the key of the listener, in PEM (STARTTLS). Read again within a minute. */
    MAIL_INCOMING_TLS_CERTIFICATE: z.string().min(1).optional(),
    MAIL_INCOMING_TLS_KEY: z.string().min(1).optional(),
    /** Address that the listener listens at. */
    MAIL_INCOMING_HOST: z.string().default('127.0.0.1'),
    /** Octets of the biggest message that is received. */
    MAIL_INCOMING_BYTES: z.coerce.number().int().min(65_536).max(104_857_600).default(2_097_152),
    /** Connections at the same time, of all clients together. */
    MAIL_INCOMING_CONNECTIONS: z.coerce.number().int().min(1).max(1000).default(20),
    /** Messages in a minute from one client network: an IPv4 address, or the /64 of an IPv6 address. */
    MAIL_INCOMING_MESSAGES: z.coerce.number().int().min(1).max(100_000).default(120),
    /** Seconds after which a connection is ended, whatever the client does. */
    MAIL_INCOMING_SECONDS: z.coerce.number().min(0.1).max(3600).default(300),
    /** Domain that signs all mails (DKIM, RFC 6376): that of `MAIL_FROM` or one above it. Needs the next two settings. */
    MAIL_DKIM_DOMAIN: domainName.optional(),
    /** Selector of the key: its public part is the TXT record at `<selector>._domainkey.<domain>`. */
    MAIL_DKIM_SELECTOR: z
      .string()
      .regex(/^(?=.{1,63}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i, {
        message: 'must be labels of letters, digits and hyphens, such as 2027a',
      })
      .optional(),
    /** RSA private key in PEM that signs mails, of 2048 bits or more (RFC 8301 section 3.2). */
    MAIL_DKIM_KEY: z
      .string()
      .refine(isRsaKey, { message: 'must be an RSA private key in PEM, of 2048 bits or more' })
      .optional(),
    /**
     * Secrets that sign the links in mails, separated by commas, the newest first. The first one signs; links of all of
     * them work. Must be the same in every process, or a link works only in the process that wrote it.
     */
    LINK_SECRET: z
      .string()
      .transform((given) => given.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32)))
      .optional(),
    /**
     * Secrets that encrypt the secrets of apps with one-time codes, separated by commas, the newest first. The first one
     * encrypts; all of them decrypt. The same in every process. Without a secret no app can be added.
     */
    FACTOR_SECRET: z
      .string()
      .transform((given) => given.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32)))
      .optional(),
    /**
     * Domain that passkeys belong to (WebAuthn RP ID): that of the panel, or one above it. A passkey works for this domain
     * only, so do not change it. Without it no passkey can be added.
     */
    PASSKEY_RP_ID: domainName.optional(),
    /** Origins of the pages that use passkeys, separated by commas, at the domain or below. By default `https://` and it. */
    PASSKEY_ORIGINS: z
      .string()
      .transform((given) => given.split(',').map((origin) => origin.trim()))
      .optional(),
    ...egressSettings,
    /** Public URL of the gateway: the base of links in mails. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  })
  .superRefine((config, context) => {
    const signing = keyIdOf(config.ACTOR_SIGNING_KEY)
    if (!config.ACTOR_KEYS.some((key) => keyIdOf(key) === signing)) {
      context.addIssue({ code: 'custom', path: ['ACTOR_KEYS'], message: 'must contain the key of ACTOR_SIGNING_KEY' })
    }
    const { PASSKEY_RP_ID: domain, PASSKEY_ORIGINS: origins = [] } = config
    if (!origins.every((origin) => domain !== undefined && usesPasskeysOf(domain, origin))) {
      const message = 'must be origins such as https://panel.example.com at or below PASSKEY_RP_ID'
      context.addIssue({ code: 'custom', path: ['PASSKEY_ORIGINS'], message })
    }
    for (const setting of withMail) {
      if (config.MAIL_SMTP_URL !== undefined && config[setting] === undefined) {
        context.addIssue({ code: 'custom', path: [setting], message: 'is required when MAIL_SMTP_URL is set' })
      }
    }
    if (config.MAIL_RETURN_DOMAIN !== undefined && config.LINK_SECRET === undefined) {
      const message = 'is required when MAIL_RETURN_DOMAIN is set'
      context.addIssue({ code: 'custom', path: ['LINK_SECRET'], message })
    }
    for (const setting of withIncoming) {
      if (config.MAIL_INCOMING_PORT !== undefined && config[setting] === undefined) {
        context.addIssue({ code: 'custom', path: [setting], message: 'is required when MAIL_INCOMING_PORT is set' })
      }
    }
    const missing = withDkim.filter((setting) => config[setting] === undefined)
    for (const setting of missing.length < withDkim.length ? missing : []) {
      context.addIssue({ code: 'custom', path: [setting], message: 'is required to sign mails' })
    }
    const { MAIL_DKIM_DOMAIN: signer, MAIL_FROM: from } = config
    // Otherwise the signature does not count for DMARC (RFC 7489 section 3.1.1).
    if (signer !== undefined && from !== undefined && !`.${domainOf(from)}`.endsWith(`.${signer}`)) {
      const message = 'must be the domain of MAIL_FROM, or one above it'
      context.addIssue({ code: 'custom', path: ['MAIL_DKIM_DOMAIN'], message })
    }
  })
  .transform((config) => ({
    ...config,
    AUDIT_SIGNING_KEY: config.AUDIT_SIGNING_KEY ?? config.ACTOR_SIGNING_KEY,
    PASSKEY_ORIGINS: config.PASSKEY_ORIGINS ?? [`https://${config.PASSKEY_RP_ID}`],
    MAIL_FROM: config.MAIL_FROM ?? 'Nameyard <noreply@nameyard.invalid>',
    LINK_SECRET: config.LINK_SECRET ?? [randomBytes(32).toString('base64url')],
    PUBLIC_URL: config.PUBLIC_URL ?? 'https://127.0.0.1:8443',
  }))

/** Whether browsers let pages of an origin use the passkeys of a domain: over TLS, or on this machine. */
function usesPasskeysOf(domain: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { origin: written, protocol, hostname } = new URL(origin)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  return written === origin && isSecure && (hostname === domain || hostname.endsWith(`.${domain}`))
}

/** Whether a text is a key that mails can be signed with. */
function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails: { modulusLength = 0 } = {} } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && modulusLength >= 2048
  } catch {
    return false
  }
}

export type CustomersConfig = z.output<typeof configSchema>

/** Injection token of the settings. */
export const CUSTOMERS_CONFIG = Symbol('customers config')
