import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { configSchema } from './config'
import { accountSettingSchema } from './domain/account-setting.store'
import { registryDriftSchema } from './domain/drift.store'
import { domainHistorySchema } from './domain/history.store'
import { domainSchema } from './domain/domain.store'
import { registryOperationSchema } from './domain/registry-operation.store'
import { lifecycleViolationSchema } from './domain/violation.store'
import { DomainsModule } from './domains.module'
import { extensionTimingSchema } from './domain/timing.store'
import { registryContractSchema, tldRuleSchema } from './tlds/rules.store'
import { transferAuthorizationSchema } from './transfer/authorization.store'
import { refusedOrderSchema } from './placing/order.store'

/** The registrar's view of a name, from order to release. */
export const service = microservice({
  name: 'domains',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  entities: [
    domainSchema,
    domainHistorySchema,
    extensionTimingSchema,
    lifecycleViolationSchema,
    registryOperationSchema,
    refusedOrderSchema,
    registryContractSchema,
    registryDriftSchema,
    transferAuthorizationSchema,
    accountSettingSchema,
    tldRuleSchema,
  ],
  module: (config) => DomainsModule.with(config),
})
