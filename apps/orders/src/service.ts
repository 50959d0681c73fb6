import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { configSchema } from './config'
import { OrdersModule } from './orders.module'
import { ordersRetention } from './retention'

/** Prices, the ledger of reseller accounts, certificates and e-mail DMARC monitoring. */
export const service = microservice({
  name: 'orders',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  retention: ordersRetention,
  module: (config) => OrdersModule.with(config),
})
