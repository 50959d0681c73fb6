import { Controller, Inject } from '@nestjs/common'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
import type { Payload } from '@nameyard/contracts/event'
import { customerVerificationFailed } from '@nameyard/contracts/events/catalogue/customer-events'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CustomerEvents } from '../account-events/customer-events'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { signLink } from '../mail/link'
import { MailComposer } from '../mail/mail-composer'
import { MAILER, type Mailer } from '../mail/mailer'
import { verification } from '../mail/words/verification'
import { findByLink, markBounced } from './email-verification.store'

const CONSUMER = 'email-verification.send'

@Controller()
export class OnSendVerificationEmail {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly composer: MailComposer,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
    private readonly events: CustomerEvents,
  ) {}

  /**
   * Sends the mail, then records that it was sent. After a crash in between, the same mail is sent twice, with the same
   * Message-ID, rather than never.
   */
  @Consumes(sendVerificationEmail)
  async on(
    { verificationId, nonce }: Payload<typeof sendVerificationEmail>,
    { messageId, correlationId }: Delivery,
  ): Promise<void> {
    if (await this.outbox.isTaken(this.database, messageId, CONSUMER)) return
    const link = { id: verificationId, nonce: Buffer.from(nonce, 'hex') }
    const [found] = await this.database.read(findByLink, { ...link, now: this.clock.now() })
    // The verification was restarted, verified or has expired meanwhile, so this mail is obsolete.
    if (!found?.linkNonce || !found.deadlineAt) return
    const token = signLink(this.config.LINK_SECRET, 'email-verification', {
      id: verificationId,
      nonce: found.linkNonce,
      expiresAt: found.deadlineAt,
    })
    const page = new URL(`/verify/${token}`, this.config.PUBLIC_URL).toString()
    const mail = await this.composer.compose(
      verification,
      { ...found, locale: found.language, tags: [found.tag] },
      { email: found.email, link: page, deadline: printDate(found.deadlineAt) },
    )
    const { resellerId, handle } = found
    const about = { resellerId, type: 'verification', object: `customers/${handle}` }
    const delivery = await this.mailer.send({ ...mail, link: page, messageId }, about)
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, CONSUMER, async () => {
        if (delivery !== 'bounced') return
        const bounced = await tx.query(markBounced, link)
        const ids = bounced.map(({ id }) => id)
        await this.events.tellOfVerifications(tx, customerVerificationFailed, ids)
      }),
    )
  }
}
