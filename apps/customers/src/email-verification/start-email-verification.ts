import { Controller } from '@nestjs/common'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { addressOf, findRegistrant, findStatus, startVerification, takeOver } from './email-verification.store'
import { refuseTooManyMails, VerificationRounds } from './verification-rounds'

@Controller()
export class StartEmailVerification {
  constructor(
    private readonly database: Database,
    private readonly rounds: VerificationRounds,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a mail to the address of a customer. Refuses an address that is verified or in progress; the first request for one whose
   * verification began by itself is answered with that, and sends no mail.
   */
  @Handles(startEmailVerification)
  async execute(
    input: Input<typeof startEmailVerification>,
    call: Call,
  ): Promise<Result<typeof startEmailVerification>> {
    const email = input.email ?? fail('email_argument_missing', { field: 'email' })
    const handle = input.handle ?? fail('email_argument_missing', { field: 'handle' })
    const resellerId = resellerOf(call)
    const [customer] = await this.database.read(findRegistrant, { resellerId, handle })
    if (!customer) fail('customer_not_found', { handle })
    const address = addressOf(email)
    if (addressOf(customer.email) !== address) {
      fail('invalid_input', { field: 'email', problem: `is not the e-mail address of ${handle}` })
    }
    const language = input.language ?? customer.locale
    const tag = input.tag ?? ''
    const asked = { resellerId, address, tag, now: this.clock.now() }
    const [running] = await this.database.unitOfWork(call, (tx) => tx.query(takeOver, asked))
    if (running) return running
    const id = await this.rounds.begin(call, async (tx, round) => {
      const { nonce, begins, deadline, mailsADay } = round
      const details = { email: customer.email, handle, language, tag }
      const times = { now: begins, deadline, mailsADay }
      const [started] = await tx.query(startVerification, { resellerId, address, ...details, nonce, ...times })
      if (started) return started.id
      const [known] = await tx.query(findStatus, { resellerId, address })
      if (known?.status === 'verified') fail('email_verified', { email })
      if (known?.status === 'in progress' && known.deadlineAt! > begins) fail('email_verification_running', { email })
      if (known) refuseTooManyMails(known, round)
      // A concurrent start was committed between the two statements.
      return fail('email_verification_running', { email })
    })
    return { id }
  }
}
