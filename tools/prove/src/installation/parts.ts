import type { ApplicationName } from '@nameyard/embedded/platform/applications'

/** The processes of the platform, and the application that each of them runs. */
export const parts = {
  'sandbox-registry': 'sandbox-registry',
  customers: 'customers',
  'events-1': 'events',
  'events-2': 'events',
  orders: 'orders',
  'registry-worker-1': 'registry-worker',
  'registry-worker-2': 'registry-worker',
  domains: 'domains',
  dns: 'dns',
  'gateway-1': 'gateway',
  'gateway-2': 'gateway',
} as const satisfies Readonly<Record<string, ApplicationName>>

export type PartName = keyof typeof parts

export const partNames = Object.keys(parts) as PartName[]

export const gateways = ['gateway-1', 'gateway-2'] as const

export const workers = ['registry-worker-1', 'registry-worker-2'] as const

/** The processes of each service that has two. */
export const pairs = [workers, ['events-1', 'events-2']] as const
