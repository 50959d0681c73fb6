import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { documentOf } from './html'
import type { Mail } from './mailer'
import { embeddedMail } from './templates/embedded'
import type { TemplateValues } from './templates/template'
import { languageOf, type MailType } from './words/mail-type'

/** Someone who gets a mail of an account. */
export interface Recipient {
  readonly resellerId: number
  readonly email: string
  readonly locale: string
}

/** What a mail says and who sends it, as far as its recipient sees. */
export type ComposedMail = Pick<Mail, 'html' | 'senderName' | 'subject' | 'text' | 'to'>

/** Reads the name and the website of an account. */
const readSender = statement<{ resellerId: number }, { company: string; website: string }>(
  'mail.sender',
  ({ resellerId }) => sql`
    select company_name as company, website_url as website from reseller where id = ${resellerId}`,
)

/** Words the mails that the platform sends for accounts, in the language of the recipient or else in English. */
@Injectable()
export class MailComposer {
  constructor(private readonly database: Database) {}

  async compose(
    type: MailType,
    { resellerId, email, locale }: Recipient,
    values: TemplateValues,
  ): Promise<ComposedMail> {
    const [{ company, website } = { company: '', website: '' }] = await this.database.read(readSender, { resellerId })
    const language = languageOf(locale)
    const seller = website === '' ? company : `${company} (${website})`
    const { subject, text, html } = embeddedMail(type, language)({ ...values, account: company, seller })
    return { to: email, subject, text, html: documentOf(language, html), senderName: company }
  }
}
