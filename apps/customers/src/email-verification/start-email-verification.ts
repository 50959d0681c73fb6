import { Controller, Inject } from '@nestjs/common'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findByHandles, type Customer } from '../customers/customer.store'
import { addressOf, findStatus, startVerification, type EmailVerification } from './email-verification.store'
import { refuseTooManyMails, VerificationRounds } from './verification-rounds'

@Controller()
export class StartEmailVerification {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(VerificationRounds) private readonly rounds: VerificationRounds,
  ) {}

  /** Writes to the address of a customer; what was verified before, or is running, is not started again. */
  @Handles(startEmailVerification)
  async execute(
    input: Input<typeof startEmailVerification>,
    call: Call,
  ): Promise<Result<typeof startEmailVerification>> {
    const email = input.email ?? fail('email_argument_missing', { field: 'email' })
    const handle = input.handle ?? fail('email_argument_missing', { field: 'handle' })
    const resellerId = resellerOf(call)
    const [customer] = await this.database.read<Customer>(findByHandles, [[handle]])
    if (customer?.reseller_id !== resellerId) fail('customer_not_found', { handle })
    const address = addressOf(email)
    if (addressOf(customer.email) !== address) {
      fail('invalid_input', { field: 'email', problem: `is not the address of ${handle}` })
    }
    const language = input.language ?? customer.locale
    const id = await this.rounds.begin(call, async (tx, round) => {
      const { nonce, begins, deadline, mailsADay } = round
      const details = [customer.email, handle, language, input.tag ?? '']
      const row = [resellerId, address, ...details, nonce, begins, deadline, mailsADay]
      const [started] = await tx.query<Pick<EmailVerification, 'id'>>(startVerification, row)
      if (started) return started.id
      const [known] = await tx.query<Known>(findStatus, [resellerId, address])
      if (known?.status === 'verified') fail('email_verified', { email })
      if (known?.status === 'in progress' && known.deadline_at! > begins) fail('email_verification_running', { email })
      if (known) refuseTooManyMails(known, round)
      // Another start has come between the two statements.
      return fail('email_verification_running', { email })
    })
    return { id }
  }
}

type Known = Pick<EmailVerification, 'status' | 'deadline_at' | 'mails' | 'mails_since'>
