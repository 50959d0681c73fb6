import type { Clock } from '@nameyard/runtime/clock'
import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer'

/** A mail as RFC 5322 wants it, in the terms of the library that prints it. */
export function messageOf({ messageId, to, subject, text }: Mail, from: string, clock: Clock): SendMailOptions {
  const host = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    // As an object, so that nothing in it can be read as a second reader.
    to: { name: '', address: to },
    subject,
    text,
    date: clock.now(),
    messageId: `<${messageId}@${host}>`,
    // RFC 3834: nobody's holiday notice should answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
