import type { SendMailOptions } from 'nodemailer'
import type { Clock } from '@nameyard/runtime/clock'
import type { Mail } from './mailer'

/** Converts a mail into the form of the mail library (RFC 5322). */
export function messageOf({ messageId, to, subject, text }: Mail, from: string, clock: Clock): SendMailOptions {
  const host = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // As an object, so that the address cannot contain a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    date: clock.now(),
    messageId: `<${messageId}@${host}>`,
    // RFC 3834: prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
