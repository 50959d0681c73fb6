import { randomBytes } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { restartEmailVerification } from '@nameyard/contracts/customers/restart-email-verification'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
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
  restartVerification,
  type EmailVerification,
} from './email-verification.store'
import { NONCE_BYTES } from './link'
import { deadlineFrom } from './model/deadline'

@Controller()
export class RestartEmailVerification {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DomainsOfAddress) private readonly domains: DomainsOfAddress,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Writes to the address again under a new deadline; links of before are void, a suspension stays until it is verified. */
  @Handles(restartEmailVerification)
  async execute(
    input: Input<typeof restartEmailVerification>,
    call: Call,
  ): Promise<Result<typeof restartEmailVerification>> {
    const { handle, language, tag } = input
    const email = (input.email ?? fail('email_argument_missing', { field: 'email' })).trim()
    const resellerId = resellerOf(call)
    const address = addressOf(email)
    if (handle !== undefined) {
      const [customer] = await this.database.read<Customer>(findByHandles, [[handle]])
      if (customer?.reseller_id !== resellerId) fail('customer_not_found', { handle })
    }
    const domains = await this.domains.find(resellerId, address, call)

    const nonce = randomBytes(NONCE_BYTES)
    const now = this.clock.now()
    const deadline = deadlineFrom(now, this.config.EMAIL_VERIFICATION_DAYS)
    await this.database.unitOfWork(call, async (tx) => {
      const row = [resellerId, address, handle ?? null, language ?? null, tag ?? null, nonce, now, deadline]
      const [restarted] = await tx.query<Pick<EmailVerification, 'id'>>(restartVerification, row)
      if (!restarted) {
        const [known] = await tx.query<Pick<EmailVerification, 'status'>>(findStatus, [resellerId, address])
        fail(known ? 'email_verified' : 'email_verification_not_found', { email })
      }
      const verificationId = restarted.id
      await tx.query(replaceDomains, [verificationId, ...columnsOf(domains)])
      await this.outbox.append(tx, sendVerificationEmail, { verificationId, nonce: nonce.toString('hex') })
    })
    return { success: true }
  }
}
