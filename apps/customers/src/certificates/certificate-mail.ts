import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Mail } from '../mail/mailer'

type Text = Omit<Mail, 'messageId'>

/**
 * The mail that asks whether a certificate for a domain may be issued. Who reads the mailbox has said in no language
 * before: it is in English.
 */
export function approvalMail(name: string, expiresAt: Date, to: string, link: string): Text {
  const paragraphs = [
    'Hello,',
    `A certificate was ordered for ${name}. With it, a server proves to its visitors that it is ${name}. It is issued only when somebody who looks after this domain agrees.`,
    'Open this page and say yes or no:',
    link,
    'If you do not know of this order, say no, or do nothing.',
    `The page can be opened until ${printDate(expiresAt)} UTC.`,
  ]
  return { to, subject: `Please approve the certificate for ${name}`, text: `${paragraphs.join('\n\n')}\n`, link }
}

interface Words {
  subject(name: string): string
  body(name: string, end: string): readonly string[]
}

const reminders: Readonly<Record<string, Words>> = {
  en: {
    subject: (name) => `The certificate for ${name} ends soon`,
    body: (name, end) => [
      'Hello,',
      `The certificate for ${name} ends on ${end} UTC. From then on visitors are warned. Renew it with the company you bought it from.`,
    ],
  },
  nl: {
    subject: (name) => `Het certificaat voor ${name} verloopt binnenkort`,
    body: (name, end) => [
      'Hallo,',
      `Het certificaat voor ${name} verloopt op ${end} UTC. Vanaf dan krijgen bezoekers een waarschuwing. Verleng het bij het bedrijf waar u het hebt gekocht.`,
    ],
  },
  de: {
    subject: (name) => `Das Zertifikat für ${name} läuft bald ab`,
    body: (name, end) => [
      'Guten Tag,',
      `Das Zertifikat für ${name} läuft am ${end} UTC ab. Danach werden Besucher gewarnt. Verlängern Sie es bei der Firma, von der Sie es haben.`,
    ],
  },
}

/** The mail that reminds of the end of a certificate, in the language of the reader or else in English. */
export function reminderMail(name: string, expiresAt: Date, to: string, locale: string): Text {
  const { subject, body } = reminders[locale.slice(0, 2).toLowerCase()] ?? reminders.en!
  return { to, subject: subject(name), text: `${body(name, printDate(expiresAt)).join('\n\n')}\n`, link: '' }
}
