import { serviceConfig } from '@nameyard/runtime/load-config'

/** Settings of the orders service. */
export const configSchema = serviceConfig
