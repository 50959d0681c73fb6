import { Controller, Inject } from '@nestjs/common'
import { restartEmailVerification } from '@nameyard/contracts/customers/restart-email-verification'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findByHandles, type Customer } from '../customers/customer.store'
import { addressOf, findStatus, restartVerification, type EmailVerification } from './email-verification.store'
import { refuseTooManyMails, VerificationRounds } from './verification-rounds'

@Controller()
export class RestartEmailVerification {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(VerificationRounds) private readonly rounds: VerificationRounds,
  ) {}

  /** Writes again under a new deadline; links of before are void, and a suspension stays until the address is verified. */
  @Handles(restartEmailVerification)
  async execute(
    input: Input<typeof restartEmailVerification>,
    call: Call,
  ): Promise<Result<typeof restartEmailVerification>> {
    const { handle = null, language = null, tag = null } = input
    const email = input.email ?? fail('email_argument_missing', { field: 'email' })
    const resellerId = resellerOf(call)
    const address = addressOf(email)
    if (handle !== null) {
      const [customer] = await this.database.read<Customer>(findByHandles, [[handle]])
      if (customer?.reseller_id !== resellerId) fail('customer_not_found', { handle })
    }
    await this.rounds.begin(call, async (tx, round) => {
      const { nonce, begins, deadline, mailsADay } = round
      const row = [resellerId, address, handle, language, tag, nonce, begins, deadline, mailsADay]
      const [restarted] = await tx.query<Pick<EmailVerification, 'id'>>(restartVerification, row)
      if (restarted) return restarted.id
      const [known] = await tx.query<Known>(findStatus, [resellerId, address])
      if (known && known.status !== 'verified') refuseTooManyMails(known, round)
      return fail(known ? 'email_verified' : 'email_verification_not_found', { email })
    })
    return { success: true }
  }
}

type Known = Pick<EmailVerification, 'status' | 'mails' | 'mails_since'>
