import { serviceConfig } from '@nameyard/runtime/load-config'
import { z } from 'zod'

/** Settings of the orders service. */
export const configSchema = serviceConfig.extend({
  /**
   * How old a reservation is before its owner is asked whether the order was placed; milliseconds. An order that is being
   * placed takes seconds. Asking early takes no money, but refuses an order that is still on its way.
   */
  UNCONFIRMED_AFTER_MS: z.coerce.number().int().min(100).max(86_400_000).default(120_000),
  /**
   * Resolvers that are asked whether a proof is there: `address` or `address:port`, separated by commas. Without it the
   * machine's own.
   */
  PROOF_RESOLVERS: z
    .string()
    .transform((given) => given.split(',').map((server) => server.trim()))
    .optional(),
  /** How long one of them may take to answer; milliseconds. */
  PROOF_LOOKUP_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(3_000),
  /**
   * Zone of the platform in which the policies of e-mail DMARC are kept, and the domain of the addresses that reports are
   * sent to. The world must find it at the platform's nameservers.
   */
  DMARC_ZONE: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is no domain name in lower case')
    .default('dmarc.nameyard.example'),
  /** Account that has this zone; 0 is the platform itself, whose zones nobody logs in to. */
  DMARC_ACCOUNT: z.coerce.number().int().min(0).default(0),
  /** How long a link to the page of an order works. */
  DMARC_LINK_MINUTES: z.coerce.number().min(0.01).max(43_200).default(60),
  /** Ports at which proofs are fetched over http and https. */
  PROOF_HTTP_PORT: z.coerce.number().int().min(1).max(65_535).default(80),
  PROOF_HTTPS_PORT: z.coerce.number().int().min(1).max(65_535).default(443),
  /**
   * Whether proofs are fetched from addresses that are not of the public internet. Only where no stranger can order: who
   * orders says which hosts are asked.
   */
  PROOF_PRIVATE_ADDRESSES: z.stringbool().default(false),
  /** Name of the CA that is shipped; of a CA that has issued it stays. */
  CA_NAME: z
    .string()
    .regex(/^[\w .-]{1,40}$/)
    .default('Nameyard'),
  /** Name that CAA records call the CA by (RFC 8659): a zone that names others, and not this one, gets no certificate. */
  CA_CAA_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is no domain name in lower case')
    .default('nameyard.example'),
  /**
   * Encrypts the private keys of the CA, the newest first: it encrypts, and keys under all of them work. The same in
   * every process. Without it no certificate is issued.
   */
  CA_KEY_SECRET: z
    .string()
    .transform((given) => given.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32)))
    .optional(),
  /** Seconds between two looks at certificate orders that are due. */
  SSL_SWEEP_SECONDS: z.coerce.number().min(0.01).max(3600).default(1),
  /** Days in which control of all names must be proven, or the request is rejected. */
  SSL_PROOF_DAYS: z.coerce.number().min(0.001).max(30).default(30),
  /** How long a link that shows one order works. */
  SSL_LINK_MINUTES: z.coerce.number().min(0.01).max(1440).default(60),
  /** Where people reach the edge: where links lead, and where the list of revoked certificates is. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('https://127.0.0.1:8443'),
})
export type OrdersConfig = z.output<typeof configSchema>

/** Where providers find the settings. */
export const ORDERS_CONFIG = Symbol('settings of the orders service')
