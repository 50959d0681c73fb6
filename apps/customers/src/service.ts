import { join } from 'node:path'
import { microservice } from '@nameyard/runtime/microservice'
import { configSchema } from './config'
import { loginFailureSchema } from './access/login-failure.store'
import { requestAllowanceSchema } from './access/request-allowance.store'
import { resellerSchema } from './access/reseller.store'
import { tokenSchema } from './access/token.store'
import { auditLogSchema } from './audit/audit-log'
import { contactSchema } from './contacts/contact.store'
import { CustomersModule } from './customers.module'
import { customerCountSchema, customerSchema } from './customers/customer.store'
import { emailVerificationSchema, verifiedDomainSchema } from './email-verification/email-verification.store'
import { customerTagSchema, tagSchema } from './tags/tag.store'

/** Every table of this service but those of the outbox. */
const entities = [
  resellerSchema,
  contactSchema,
  tokenSchema,
  loginFailureSchema,
  requestAllowanceSchema,
  customerSchema,
  customerCountSchema,
  tagSchema,
  customerTagSchema,
  auditLogSchema,
  emailVerificationSchema,
  verifiedDomainSchema,
]

/** Who may act, and who owns names. */
export const service = microservice({
  name: 'customers',
  config: configSchema,
  migrations: join(__dirname, '..', 'migrations'),
  entities,
  module: (config) => CustomersModule.with(config),
})
