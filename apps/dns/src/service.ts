import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { configSchema } from './config'
import { DnsModule } from './dns.module'
import { dnsRetention } from './retention'

/** Zones of resellers, and their publication. */
export const service = microservice({
  name: 'dns',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  retention: dnsRetention,
  module: (config) => DnsModule.with(config),
})
