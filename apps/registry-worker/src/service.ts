import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { configSchema } from './config'
import { RegistryWorkerModule } from './registry-worker.module'
import { registryWorkerRetention } from './retention'

/** The only process that speaks EPP to a registry. */
export const service = microservice({
  name: 'registry-worker',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  retention: registryWorkerRetention,
  plansOnce: true,
  module: (config) => RegistryWorkerModule.with(config),
})
