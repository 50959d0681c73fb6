import { serviceConfig } from '@nameyard/runtime/load-config'
import { z } from 'zod'

/** Settings of the domains service. */
export const configSchema = serviceConfig.extend({
  /** How long an order waits for the registry before it answers REQ; milliseconds. */
  SETTLEMENT_WAIT_MS: z.coerce.number().int().min(0).max(60_000).default(3_000),
  /** Nameservers that lapsed domains are delegated to, comma-separated; without any they are held off the DNS. */
  PARKING_NAMESERVERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((each) => (each.trim() === '' ? [] : [{ name: each.trim() }]))),
})
export type DomainsConfig = z.output<typeof configSchema>

/** Where providers find the settings. */
export const DOMAINS_CONFIG = Symbol('settings of the domains service')
