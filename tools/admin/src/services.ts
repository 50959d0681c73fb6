import type { ServiceName } from '@nameyard/contracts/operation'

/** The services that own data. */
export const services = ['customers', 'domains', 'dns', 'orders', 'registry-worker'] as const satisfies ServiceName[]
