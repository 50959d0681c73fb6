import { Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { documentOf } from './html'
import type { Mail } from './mailer'
import { readSender, type Sender } from './sender.store'
import { compileMail, MailFault, type PrintMail } from './templates/compiled-mail'
import { embeddedMail } from './templates/embedded'
import type { TemplateValues } from './templates/template'
import { languageOf, type MailType } from './words/mail-type'

/** Someone who gets a mail of an account. */
export interface Recipient {
  readonly resellerId: number
  readonly email: string
  readonly locale: string
  /** Tags of the customer, which choose among the templates of the account. */
  readonly tags?: readonly string[]
}

/** What a mail says and who sends it, as far as its recipient sees. */
export type ComposedMail = Pick<Mail, 'html' | 'replyTo' | 'senderName' | 'subject' | 'text' | 'to'>

/**
 * Words the mails that the platform sends for accounts: with the template of the account that fits the recipient, or with the
 * platform's own words in the language of the recipient, or else in English.
 */
@Injectable()
export class MailComposer {
  private readonly log = new Logger('mail')

  constructor(private readonly database: Database) {}

  /** @param words what the mail says instead, for a preview. */
  async compose(
    type: MailType,
    { resellerId, email, locale, tags = [] }: Recipient,
    values: TemplateValues,
    words?: PrintMail,
  ): Promise<ComposedMail> {
    const [sender] = await this.database.read(readSender, { resellerId, type: type.name, locale, tags })
    const { website = '', replyTo, logoUrl, color, footer } = sender ?? {}
    const name = sender?.name || (sender?.company ?? '')
    const language = languageOf(locale)
    const seller = website === '' ? name : `${name} (${website})`
    const print = words ?? this.ownWords(type, sender) ?? embeddedMail(type, language)
    const { subject, text, html } = print({ ...values, account: name, seller })
    const look = { name, logoUrl: logoUrl ?? '', color: color ?? '', footer: footer ?? '' }
    return {
      to: email,
      subject,
      text: footer ? `${text}\n-- \n${footer}\n` : text,
      html: documentOf(language, html, look),
      senderName: name,
      ...(replyTo && { replyTo }),
    }
  }

  /** The words of the account. A later version of the platform may refuse a stored template: then its own words are sent. */
  private ownWords(type: MailType, sender: Sender | undefined): PrintMail | undefined {
    if (sender?.subject == null || sender.text === null) return undefined
    const { templateId, subject, text, html } = sender
    try {
      return compileMail(type, html === null ? { subject, text } : { subject, text, html })
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      this.log.warn(`the mail template ${templateId} is not used, because it does not compile: ${error.message}`)
      return undefined
    }
  }
}
