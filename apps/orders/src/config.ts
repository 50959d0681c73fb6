import { z } from 'zod'
import { egressSettings } from '@nameyard/egress/settings'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { ordersRetention } from './retention'

/** Settings of the orders service. */
export const configSchema = serviceConfig.extend({
  /** Days for which rows stay: docs/retention.md. */
  ...retentionSettings(ordersRetention.rules),
  ...egressSettings,
  /**
   * Age of an unconfirmed reservation, in milliseconds, at which its owner is asked whether the order was placed. Placing
   * an order takes seconds. Asking too early charges nothing, but it refuses an order that is still being placed.
   */
  UNCONFIRMED_AFTER_MS: z.coerce.number().int().min(100).max(86_400_000).default(120_000),
  /**
   * Amount, in whole units of the account's currency, below which its credit is low: an event tells its reseller. 0 means
   * never.
   */
  LOW_CREDIT: z.coerce.number().int().min(0).max(1_000_000_000).default(50),
  /**
   * Resolvers that look up proofs: `address` or `address:port`, separated by commas. Default: the resolvers of the
   * machine.
   */
  PROOF_RESOLVERS: z
    .string()
    .transform((given) => given.split(',').map((server) => server.trim()))
    .optional(),
  /** Timeout of one look-up, in milliseconds. */
  PROOF_LOOKUP_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(3_000),
  /**
   * Zone of the platform that holds the DMARC policies, and the domain of the report addresses. It must be delegated to
   * the platform's nameservers.
   */
  DMARC_ZONE: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain name in lower case')
    .default('dmarc.nameyard.example'),
  /**
   * Host that receives the reports (RFC 5321, section 5.1), at the listener of customers: the MX record of the zone. Without
   * it the zone gets no MX record.
   */
  DMARC_MAIL_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name in lower case')
    .optional(),
  /** Account that owns this zone. 0 is the platform itself, which has no login. */
  DMARC_ACCOUNT: z.coerce.number().int().min(0).default(0),
  /** Lifetime of a link to the page of a DMARC order, in minutes. */
  DMARC_LINK_MINUTES: z.coerce.number().min(0.01).max(43_200).default(60),
  /** Ports from which proof files are fetched over http and https. */
  PROOF_HTTP_PORT: z.coerce.number().int().min(1).max(65_535).default(80),
  PROOF_HTTPS_PORT: z.coerce.number().int().min(1).max(65_535).default(443),
  /** Name of the built-in CA. A CA that exists already keeps its name. */
  CA_NAME: z
    .string()
    .regex(/^[\w .-]{1,40}$/)
    .default('Nameyard'),
  /** Name of the CA in CAA records (RFC 8659). A zone whose CAA records name only other CAs gets no certificate. */
  CA_CAA_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain name in lower case')
    .default('nameyard.example'),
  /**
   * Secrets that encrypt the private keys of the CA, separated by commas, the newest first. The first one encrypts; all
   * of them decrypt. Must be the same in every process. Without it no certificate is issued.
   */
  CA_KEY_SECRET: z
    .string()
    .transform((given) => given.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32)))
    .optional(),
  /** Seconds between two sweeps for due certificate orders. */
  SSL_SWEEP_SECONDS: z.coerce.number().min(0.01).max(3600).default(1),
  /** Days within which control of all names must be proven; then the request is rejected. */
  SSL_PROOF_DAYS: z.coerce.number().min(0.001).max(30).default(30),
  /** Lifetime of a link to the page of a certificate order, in minutes. */
  SSL_LINK_MINUTES: z.coerce.number().min(0.01).max(1440).default(60),
  /** Public URL of the gateway: the base of links and of the certificate revocation list. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('https://127.0.0.1:8443'),
})
export type OrdersConfig = z.output<typeof configSchema>

/** Injection token of the settings. */
export const ORDERS_CONFIG = Symbol('settings of the orders service')
