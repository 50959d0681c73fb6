import { Controller, Inject } from '@nestjs/common'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { signLink } from '../mail/link'
import { MAILER, type Mailer } from '../mail/mailer'
import { findByLink, markBounced, type EmailVerification } from './email-verification.store'
import { verificationMail } from './verification-mail'

const CONSUMER = 'email-verification.send'

@Controller()
export class OnSendVerificationEmail {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /**
   * Sends first and writes that down after: a crash between them sends the same mail, under the same Message-ID, again
   * rather than never.
   */
  @Consumes(sendVerificationEmail)
  async on(
    { verificationId, nonce }: Payload<typeof sendVerificationEmail>,
    { messageId, correlationId }: Delivery,
  ): Promise<void> {
    if (await this.outbox.isTaken(this.database, messageId, CONSUMER)) return
    const link = [verificationId, Buffer.from(nonce, 'hex')] as const
    const [found] = await this.database.read<Found>(findByLink, [...link, this.clock.now()])
    // Restarted, verified or over since: another mail says what is true now, or none has to.
    if (!found?.link_nonce) return
    const token = signLink(this.config.LINK_SECRET, 'email-verification', {
      id: verificationId,
      nonce: found.link_nonce,
      expiresAt: found.deadline_at,
    })
    const mail = verificationMail(found, new URL(`/verify/${token}`, this.config.PUBLIC_URL).toString())
    const delivery = await this.mailer.send({ ...mail, messageId })
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, CONSUMER, async () => {
        if (delivery === 'bounced') await tx.query(markBounced, link)
      }),
    )
  }
}

type Found = Pick<EmailVerification, 'id' | 'email' | 'language' | 'link_nonce'> & {
  readonly deadline_at: Date
  [column: string]: unknown
}
