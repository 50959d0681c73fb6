import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { resellerSchema } from './access/reseller.store'
import { AppModule } from './app.module'
import { configSchema } from './config'
import { contactSchema } from './contacts/contact.store'
import { customersRetention } from './retention'

/** All tables of this service, except those of the outbox. */
const entities = [resellerSchema, contactSchema]

/** Reseller accounts, their contacts and tokens; customers, who own domain names. */
export const service = microservice({
  name: 'customers',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  retention: customersRetention,
  entities,
  module: (config) => AppModule.with(config),
})
