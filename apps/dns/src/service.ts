import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { configSchema } from './config'
import { DnsModule } from './dns.module'

/** Zones as resellers want them, and getting them published. */
export const service = microservice({
  name: 'dns',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  entities: [],
  module: (config) => DnsModule.with(config),
})
