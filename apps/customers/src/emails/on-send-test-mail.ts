import { Controller, Inject } from '@nestjs/common'
import { sendTestMail } from '@nameyard/contracts/emails/send-test-mail'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { MailComposer } from '../mail/mail-composer'
import { MAILER, type Mail, type Mailer } from '../mail/mailer'
import { compileMail, samplesOf, type MailSource } from '../mail/templates/compiled-mail'
import { mailTypes } from '../mail/words/mail-types'
import { typeOf } from './send-test-email'
import { testCodeOf } from './test-code'
import { codeMail, markedAsTest } from './test-mail'
import { findTester, type Tester } from './test-mail.store'

const CONSUMER = 'test-mail.send'

type Asked = Payload<typeof sendTestMail>

@Controller()
export class OnSendTestMail {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly composer: MailComposer,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  @Consumes(sendTestMail)
  on(asked: Asked, delivery: Delivery): Promise<void> {
    return this.outbox.atLeastOnce(this.database, delivery, CONSUMER, () => this.send(asked))
  }

  private async send(asked: Asked): Promise<void> {
    const { contactId, sends } = asked
    const [tester] = await this.database.read(findTester, { contactId })
    const mail = tester && tester.email.trim() === asked.address ? await this.mailOf(asked, tester) : undefined
    if (!tester || !mail) return
    const about = { resellerId: tester.resellerId, type: typeOf(sends), object: `contacts/${contactId}` }
    await this.mailer.send({ ...mail, messageId: asked.messageId }, about)
  }

  private async mailOf(asked: Asked, tester: Tester): Promise<Omit<Mail, 'messageId'> | undefined> {
    const { contactId, sends, address, locale, words } = asked
    if (sends === 'code') return codeMail(tester, testCodeOf(this.config.LINK_SECRET[0]!, contactId, address))
    const type = mailTypes.find(({ name }) => name === asked.type)
    // Another version of the platform may have more types of mails.
    if (!type) return undefined
    const { resellerId, email } = tester
    const print = words && compileMail(type, sourceOf(words))
    return markedAsTest(
      await this.composer.compose(type, { resellerId, email, locale }, samplesOf(type), print),
      tester,
    )
  }
}

function sourceOf({ subject, text, html }: NonNullable<Asked['words']>): MailSource {
  return html === undefined ? { subject, text } : { subject, text, html }
}
