import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Mail } from '../mail/mailer'

type Text = Omit<Mail, 'messageId'>

/** The mail that asks for the approval of a certificate. The recipient's language is unknown, so the mail is in English. */
export function approvalMail(name: string, expiresAt: Date, to: string, link: string): Text {
  const paragraphs = [
    'Hello,',
    `A certificate was ordered for ${name}. With it, a server proves to its visitors that it is ${name}. It is issued only if a person responsible for this domain approves it.`,
    'Open this page to approve or reject the certificate:',
    link,
    'If you do not know this order, reject it or ignore this mail.',
    `The page is available until ${printDate(expiresAt)} UTC.`,
  ]
  return { to, subject: `Please approve the certificate for ${name}`, text: `${paragraphs.join('\n\n')}\n`, link }
}

interface Words {
  subject(name: string): string
  body(name: string, end: string): readonly string[]
}

const reminders: Readonly<Record<string, Words>> = {
  en: {
    subject: (name) => `The certificate for ${name} expires soon`,
    body: (name, end) => [
      'Hello,',
      `The certificate for ${name} expires on ${end} UTC. After that, visitors see a warning. Renew it with the company from which you bought it.`,
    ],
  },
  nl: {
    subject: (name) => `Het certificaat voor ${name} verloopt binnenkort`,
    body: (name, end) => [
      'Hallo,',
      `Het certificaat voor ${name} verloopt op ${end} UTC. Daarna krijgen bezoekers een waarschuwing te zien. Verleng het bij het bedrijf waar u het hebt gekocht.`,
    ],
  },
  de: {
    subject: (name) => `Das Zertifikat für ${name} läuft bald ab`,
    body: (name, end) => [
      'Guten Tag,',
      `Das Zertifikat für ${name} läuft am ${end} UTC ab. Danach sehen Besucher eine Warnung. Verlängern Sie es bei dem Anbieter, bei dem Sie es gekauft haben.`,
    ],
  },
}

/** The reminder that a certificate expires, in the customer's language or else in English. */
export function reminderMail(name: string, expiresAt: Date, to: string, locale: string): Text {
  const { subject, body } = reminders[locale.slice(0, 2).toLowerCase()] ?? reminders.en!
  return { to, subject: subject(name), text: `${body(name, printDate(expiresAt)).join('\n\n')}\n`, link: '' }
}
