import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { serviceConfig } from '@nameyard/runtime/load-config'

/** What mails that reach people cannot do without. */
const withMail = ['MAIL_FROM', 'LINK_SECRET', 'PUBLIC_URL'] as const

/** Settings of the customers service. */
export const configSchema = serviceConfig
  .extend({
    /** How long a bearer token works. */
    TOKEN_HOURS: z.coerce.number().min(0.01).max(8760).default(48),
    /** Failed logins of one name, or from one address, within an hour; then none is looked at for a while. */
    LOGIN_FAILURES: z.coerce.number().int().min(2).max(10_000).default(100),
    /** How long that while is. */
    LOGIN_BLOCK_MINUTES: z.coerce.number().min(0.001).max(1440).default(20),
    /** Requests an account may make each second in the long run, over all edges. */
    REQUESTS_PER_SECOND: z.coerce.number().min(0.001).max(1_000_000).default(100),
    /** Requests an account that was quiet may make at once. */
    REQUESTS_BURST: z.coerce.number().int().min(1).max(1_000_000).default(2000),
    /** Days an address may take to be verified before its domains are suspended; ICANN's rules say fifteen. */
    EMAIL_VERIFICATION_DAYS: z.coerce.number().min(0.001).max(365).default(15),
    /** Mails that may be asked for to one address of an account within a day; people take more for a nuisance. */
    EMAIL_VERIFICATION_MAILS: z.coerce.number().int().min(1).max(1000).default(5),
    /** Seconds between two looks at deadlines that have passed. */
    EMAIL_VERIFICATION_SWEEP_SECONDS: z.coerce.number().min(0.01).max(3600).default(30),
    /** `smtp://` or `smtps://` URL of the server that takes mails, with user and password. */
    MAIL_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Where mails are kept while no server takes them. */
    MAIL_FOLDER: z.string().min(1).default('.data/mail'),
    /** Sender of all mails: `Name <address>`. */
    MAIL_FROM: z.string().min(3).optional(),
    /**
     * Sign the links in mails, the newest first: it signs, and links of all of them work. The same in every process, or a
     * link works only in the process that wrote it.
     */
    LINK_SECRET: z
      .string()
      .transform((given) => given.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32)))
      .optional(),
    /** Where people reach the edge: what links in mails begin with. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  })
  .superRefine((config, context) => {
    for (const setting of withMail) {
      if (config.MAIL_SMTP_URL !== undefined && config[setting] === undefined) {
        context.addIssue({ code: 'custom', path: [setting], message: 'is needed where mails are sent' })
      }
    }
  })
  .transform((config) => ({
    ...config,
    MAIL_FROM: config.MAIL_FROM ?? 'Nameyard <noreply@nameyard.invalid>',
    LINK_SECRET: config.LINK_SECRET ?? [randomBytes(32).toString('base64url')],
    PUBLIC_URL: config.PUBLIC_URL ?? 'https://127.0.0.1:8443',
  }))

export type CustomersConfig = z.output<typeof configSchema>

/** Where providers find the settings. */
export const CUSTOMERS_CONFIG = Symbol('customers config')
