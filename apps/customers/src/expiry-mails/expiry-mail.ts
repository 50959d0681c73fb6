import type { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import type { Payload } from '@nameyard/contracts/event'
import { htmlOf } from '../mail/html'
import type { Mail } from '../mail/mailer'
import type { ExpiryReader } from './expiry-mail.store'
import { words } from './expiry-words'

type Notice = Pick<
  Payload<typeof sendExpiryNotice>,
  'domain' | 'expiresAt' | 'isAutorenewed' | 'kind' | 'ownerHandle' | 'restorableUntil'
>

/** The mail about the expiry of a domain, in the language of its reader or else in English. It has no link that acts. */
export function expiryMail(
  { email, locale, company, website, isRegistrant }: ExpiryReader,
  { domain, expiresAt, isAutorenewed, kind, ownerHandle, restorableUntil }: Notice,
): Omit<Mail, 'messageId'> {
  const known = locale.slice(0, 2).toLowerCase()
  const language = known in words ? known : 'en'
  const say = words[language]!
  const [day, last] = [expiresAt.slice(0, 10), restorableUntil?.slice(0, 10)]
  const seller = website === '' ? company : `${company} (${website})`
  const news =
    kind === 'expired'
      ? [say.expired(domain, day), last ? say.restoreBy(seller, last) : say.restore(seller)]
      : [say.expires(domain, day), isAutorenewed ? say.isRenewed(seller, day) : say.renew(seller, day)]
  const paragraphs = [say.hello, ...news, isRegistrant ? say.toRegistrant : say.toAdministrator(ownerHandle), company]
  return {
    to: email,
    subject: kind === 'expired' ? say.subjectExpired(domain) : say.subject(domain, day),
    text: `${paragraphs.join('\n\n')}\n`,
    html: htmlOf(language, paragraphs),
    senderName: company,
  }
}
