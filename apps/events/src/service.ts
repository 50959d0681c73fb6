import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { AppModule } from './app.module'
import { configSchema } from './config'
import { eventsRetention } from './retention'

/** What has happened in the accounts of resellers, in order, for them to read. */
export const service = microservice({
  name: 'events',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  retention: eventsRetention,
  module: (config) => AppModule.with(config),
})
