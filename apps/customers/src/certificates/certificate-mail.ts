import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Mail } from '../mail/mailer'

/** The mail that asks for the approval of a certificate. The recipient's language is unknown, so the mail is in English. */
export function approvalMail(name: string, expiresAt: Date, to: string, link: string): Omit<Mail, 'messageId'> {
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
