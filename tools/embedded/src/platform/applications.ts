import type { ServiceName } from '@nameyard/contracts/operation'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { service as events } from '@nameyard/events/service'
import { service as gateway } from '@nameyard/gateway/service'
import { service as orders } from '@nameyard/orders/service'
import { service as registryWorker } from '@nameyard/registry-worker/service'
import type { Service } from '@nameyard/runtime/service'
import { service as sandboxRegistry } from '@nameyard/sandbox-registry/service'

/** Every application of the platform in the order of start: a service comes before the services that call it. */
export const applications = [
  sandboxRegistry,
  customers,
  events,
  orders,
  registryWorker,
  domains,
  dns,
  gateway,
] as const satisfies readonly Service[]

export type ApplicationName = ServiceName | 'sandbox-registry' | 'gateway'
