import type { SendMailOptions } from 'nodemailer'
import type { Clock } from '@nameyard/runtime/clock'
import type { Mail } from './mailer'

/** Converts a mail into the form of the mail library (RFC 5322). */
export function messageOf(
  { messageId, to, subject, text, html, senderName }: Mail,
  from: string,
  clock: Clock,
): SendMailOptions {
  const [, address = from] = /<([^<>]+)>\s*$/.exec(from) ?? []
  const host = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  const name = senderName?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return {
    from: name ? { name, address } : from,
    // As an object, so that the address cannot contain a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    date: clock.now(),
    messageId: `<${messageId}@${host}>`,
    // RFC 3834: prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
