import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import type { EmailVerification } from './email-verification.store'
import { NONCE_BYTES } from '../mail/link'
import { Suspensions } from './suspensions'

/** One mail to an address, and the time it leaves its reader. */
export interface Round {
  readonly nonce: Buffer
  readonly begins: Date
  readonly deadline: Date
  /** Mails one address may get within a day. */
  readonly mailsADay: number
}

const DAY_MS = 86_400_000

/** Begins rounds of verification: the first one, and those after it. */
@Injectable()
export class VerificationRounds {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(Suspensions) private readonly suspensions: Suspensions,
  ) {}

  /**
   * Writes the round down and has the mail sent, all or nothing.
   * @param write stores the round and gives the number of the verification, or refuses.
   */
  async begin(call: Call, write: (tx: Tx, round: Round) => Promise<number>): Promise<number> {
    const begins = this.clock.now()
    const deadline = new Date(begins.getTime() + this.config.EMAIL_VERIFICATION_DAYS * DAY_MS)
    const nonce = randomBytes(NONCE_BYTES)
    const mailsADay = this.config.EMAIL_VERIFICATION_MAILS
    return this.database.unitOfWork(call, async (tx) => {
      const verificationId = await write(tx, { nonce, begins, deadline, mailsADay })
      await this.outbox.append(tx, sendVerificationEmail, { verificationId, nonce: nonce.toString('hex') })
      // A deadline that had passed unseen by the timer is written down with the round.
      await this.suspensions.tell(tx, [verificationId])
      return verificationId
    })
  }
}

/** Refuses a round for an address that has had its mails, and says when it may have the next one. */
export function refuseTooManyMails(
  { mails, mails_since }: Pick<EmailVerification, 'mails' | 'mails_since'>,
  { begins, mailsADay }: Round,
): void {
  const waitMs = mails_since === null ? 0 : mails_since.getTime() + DAY_MS - begins.getTime()
  if (mails >= mailsADay && waitMs > 0) fail('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
}
