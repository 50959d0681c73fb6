import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
import { fail } from '@nameyard/contracts/errors'
import { customerVerificationStarted } from '@nameyard/contracts/events/catalogue/customer-events'
import type { Call } from '@nameyard/contracts/operation'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CustomerEvents } from '../account-events/customer-events'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { NONCE_BYTES } from '../mail/link'
import { beginDemanded, type EmailVerification } from './email-verification.store'
import { Suspensions } from './suspensions'

/** One round of a verification: a mail and its deadline. */
export interface Round {
  readonly nonce: Buffer
  readonly begins: Date
  readonly deadline: Date
  /** Maximum of mails per address and day. */
  readonly mailsADay: number
}

const DAY_MS = 86_400_000

/** Starts rounds of a verification: the first one, by itself or on request, and restarts. */
@Injectable()
export class VerificationRounds {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    private readonly suspensions: Suspensions,
    private readonly events: CustomerEvents,
  ) {}

  /**
   * Stores the round and sends its mail, in one transaction.
   * @param write stores the round and returns the id of the verification, or refuses.
   */
  async begin(call: Call, write: (tx: Tx, round: Round) => Promise<number>): Promise<number> {
    const begins = this.clock.now()
    const deadline = this.deadlineAfter(begins)
    const nonce = randomBytes(NONCE_BYTES)
    const mailsADay = this.config.EMAIL_VERIFICATION_MAILS
    return this.database.unitOfWork(call, async (tx) => {
      const verificationId = await write(tx, { nonce, begins, deadline, mailsADay })
      await this.outbox.append(tx, sendVerificationEmail, { verificationId, nonce: nonce.toString('hex') })
      await this.events.tellOfVerifications(tx, customerVerificationStarted, [verificationId])
      // The statement may have stored a suspension whose deadline the sweep had not seen yet.
      await this.suspensions.announce(tx, [verificationId])
      return verificationId
    })
  }

  /**
   * Begins the verifications that were never started where the rules of an extension demand it, and mails their addresses.
   * @param requests the correlation ids of the requests that made them due, by verification
   */
  async beginDemanded(tx: Tx, requests: ReadonlyMap<number, string>): Promise<void> {
    if (requests.size === 0) return
    const now = this.clock.now()
    const ids = [...requests.keys()]
    const nonces = ids.map(() => randomBytes(NONCE_BYTES))
    const begun = await tx.query(beginDemanded, { ids, nonces, now, deadline: this.deadlineAfter(now) })
    await this.outbox.appendAll(
      tx,
      sendVerificationEmail,
      begun.map(({ id, nonce }) => ({ verificationId: id, nonce: nonce.toString('hex') })),
      begun.map(({ id }) => requests.get(id)!),
    )
    const begunIds = begun.map(({ id }) => id)
    await this.events.tellOfVerifications(tx, customerVerificationStarted, begunIds, requests)
  }

  private deadlineAfter(begins: Date): Date {
    return new Date(begins.getTime() + this.config.EMAIL_VERIFICATION_DAYS * DAY_MS)
  }
}

/** Refuses a round for an address that has got all its mails of the day, with the time until the next one. */
export function refuseTooManyMails(
  { mails, mailsSince }: Pick<EmailVerification, 'mails' | 'mailsSince'>,
  { begins, mailsADay }: Round,
): void {
  const waitMs = mailsSince === null ? 0 : mailsSince.getTime() + DAY_MS - begins.getTime()
  if (mails >= mailsADay && waitMs > 0) fail('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
}
