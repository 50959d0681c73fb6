import type { SendMailOptions } from 'nodemailer'
import type { Clock } from '@nameyard/runtime/clock'
import type { Mail } from './mailer'
import { domainOf } from './sender'

/** Converts a mail into the form of the mail library (RFC 5322). */
export function messageOf(
  { messageId, to, subject, text, html, senderName, replyTo }: Mail,
  from: string,
  clock: Clock,
): SendMailOptions {
  const [, address = from] = /<([^<>]+)>\s*$/.exec(from) ?? []
  const name = senderName?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return {
    from: name ? { name, address } : from,
    // As an object, so that the address cannot contain a second recipient.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    ...(html !== undefined && { html }),
    date: clock.now(),
    messageId: `<${messageId}@${domainOf(from)}>`,
    // RFC 3834: prevents automatic replies. There is no List-Unsubscribe (RFC 2369): each mail follows from what its
    // recipient has or does, and none is sent to a list.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
