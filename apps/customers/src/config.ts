import { z } from 'zod'
import { serviceConfig } from '@nameyard/runtime/load-config'

/** Settings of the customers service. */
export const configSchema = serviceConfig.extend({
  /** How long a bearer token works. */
  TOKEN_HOURS: z.coerce.number().min(0.01).max(8760).default(48),
})

export type CustomersConfig = z.output<typeof configSchema>

/** Where providers find the settings. */
export const CUSTOMERS_CONFIG = Symbol('customers config')
