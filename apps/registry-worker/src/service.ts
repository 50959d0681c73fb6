import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { sandboxClockSchema } from './clock/sandbox-clock.store'
import { configSchema } from './config'
import { operationSchema } from './operations/operation.store'
import { keptHostSchema } from './operations/kept-host.store'
import { liftedStatusSchema } from './operations/lifted-status.store'
import { registryTransactionSchema } from './operations/journal.store'
import { workerLeaseSchema } from './operations/worker-lease.store'
import { RegistryWorkerModule } from './registry-worker.module'
import { pollMessageSchema } from './poll/poll-message.store'
import { accountSchema } from './sessions/account.store'
import { alarmSchema } from './sessions/alarm.store'
import { rateBucketSchema } from './sessions/pace'
import { timerSchema, timerSettingSchema } from './timers/timer.store'

/** The only process that speaks EPP to a registry. */
export const service = microservice({
  name: 'registry-worker',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  entities: [
    operationSchema,
    registryTransactionSchema,
    liftedStatusSchema,
    keptHostSchema,
    workerLeaseSchema,
    timerSettingSchema,
    timerSchema,
    accountSchema,
    rateBucketSchema,
    alarmSchema,
    pollMessageSchema,
    sandboxClockSchema,
  ],
  plansOnce: true,
  module: (config) => RegistryWorkerModule.with(config),
})
