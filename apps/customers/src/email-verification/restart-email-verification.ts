import { Controller } from '@nestjs/common'
import { restartEmailVerification } from '@nameyard/contracts/customers/restart-email-verification'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { addressOf, findRegistrant, findStatus, restartVerification } from './email-verification.store'
import { refuseTooManyMails, VerificationRounds } from './verification-rounds'

@Controller()
export class RestartEmailVerification {
  constructor(
    private readonly database: Database,
    private readonly rounds: VerificationRounds,
  ) {}

  /** Sends a new mail with a new deadline. Older links stop working. A suspension stays until the address is verified. */
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
      const [customer] = await this.database.read(findRegistrant, { resellerId, handle })
      if (!customer) fail('customer_not_found', { handle })
    }
    await this.rounds.begin(call, async (tx, round) => {
      const { nonce, begins, deadline, mailsADay } = round
      const row = { resellerId, address, handle, language, tag, nonce, now: begins, deadline, mailsADay }
      const [restarted] = await tx.query(restartVerification, row)
      if (restarted) return restarted.id
      const [known] = await tx.query(findStatus, { resellerId, address })
      if (known && known.status !== 'verified') refuseTooManyMails(known, round)
      return fail(known ? 'email_verified' : 'email_verification_not_found', { email })
    })
    return { success: true }
  }
}
