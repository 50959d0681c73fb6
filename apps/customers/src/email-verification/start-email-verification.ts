import { randomBytes } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { findByHandles, type Customer } from '../customers/customer.store'
import { columnsOf, DomainsOfAddress } from './domains-of-address'
import {
  addressOf,
  findStatus,
  replaceDomains,
  startVerification,
  type EmailVerification,
} from './email-verification.store'
import { NONCE_BYTES } from './link'
import { deadlineFrom } from './model/deadline'

@Controller()
export class StartEmailVerification {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DomainsOfAddress) private readonly domains: DomainsOfAddress,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Writes to the address of a customer; what was verified before, or is running, is not started again. */
  @Handles(startEmailVerification)
  async execute(
    input: Input<typeof startEmailVerification>,
    call: Call,
  ): Promise<Result<typeof startEmailVerification>> {
    const email = (input.email ?? fail('email_argument_missing', { field: 'email' })).trim()
    const handle = input.handle ?? fail('email_argument_missing', { field: 'handle' })
    const resellerId = resellerOf(call)
    const [customer] = await this.database.read<Customer>(findByHandles, [[handle]])
    if (customer?.reseller_id !== resellerId) fail('customer_not_found', { handle })
    const address = addressOf(email)
    if (addressOf(customer.email) !== address) {
      fail('invalid_input', { field: 'email', problem: `is not the address of ${handle}` })
    }
    const domains = await this.domains.find(resellerId, address, call)

    const nonce = randomBytes(NONCE_BYTES)
    const now = this.clock.now()
    const deadline = deadlineFrom(now, this.config.EMAIL_VERIFICATION_DAYS)
    const language = input.language ?? customer.locale
    return this.database.unitOfWork(call, async (tx) => {
      const row = [resellerId, address, customer.email, handle, language, input.tag ?? '', nonce, now, deadline]
      const [started] = await tx.query<Pick<EmailVerification, 'id'>>(startVerification, row)
      if (!started) {
        const [known] = await tx.query<Pick<EmailVerification, 'status'>>(findStatus, [resellerId, address])
        fail(known?.status === 'verified' ? 'email_verified' : 'email_verification_running', { email })
      }
      await tx.query(replaceDomains, [started.id, ...columnsOf(domains)])
      await this.outbox.append(tx, sendVerificationEmail, { verificationId: started.id, nonce: nonce.toString('hex') })
      return { id: started.id }
    })
  }
}
