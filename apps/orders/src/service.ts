import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { configSchema } from './config'
import { dmarcOrderSchema } from './email-dmarc/dmarc-order.store'
import { OrdersModule } from './orders.module'

/** What is charged, and what is sold beside the name. */
export const service = microservice({
  name: 'orders',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  entities: [dmarcOrderSchema],
  module: (config) => OrdersModule.with(config),
})
