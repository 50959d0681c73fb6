import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { configSchema } from './config'
import { DomainsModule } from './domains.module'
import { lifecycleViolationSchema } from './following/violation.store'
import { domainSchema } from './lifecycle/domain.store'
import { registryOperationSchema } from './registry/registry-operation.store'
import { domainsRetention } from './retention'

/** The registrar's view of domains, from order to purge. */
export const service = microservice({
  name: 'domains',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  retention: domainsRetention,
  entities: [domainSchema, lifecycleViolationSchema, registryOperationSchema],
  module: (config) => DomainsModule.with(config),
})
