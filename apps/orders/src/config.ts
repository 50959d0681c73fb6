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
  /** Where people reach the edge: what such links begin with. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('https://127.0.0.1:8443'),
})
export type OrdersConfig = z.output<typeof configSchema>

/** Where providers find the settings. */
export const ORDERS_CONFIG = Symbol('settings of the orders service')
