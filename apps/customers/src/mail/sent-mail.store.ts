import type { MailPolicy } from '@nameyard/contracts/events/account-event'
import { sql, statement } from '@nameyard/persistence/statement'
import type { About } from './mailer'

/**
 * What is known about a mail. `waiting`: our mail server has not accepted it yet. Reports only move a mail to a later state of
 * this order.
 */
export const states = ['waiting', 'sent', 'delayed', 'bounced', 'complained'] as const
export type SentState = (typeof states)[number]

/** A mail, and what was reported about it. */
export interface SentMail extends About {
  readonly id: string
  readonly messageId: string
  /** The recipient, in lower case. */
  readonly address: string
  readonly sentAt: Date
  readonly state: SentState
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly status: string | null
  /** What the last mail server said. */
  readonly diagnostic: string | null
  readonly reportedAt: Date | null
}

/** Stores a mail before it is sent, and returns its number. Another attempt has the same number. */
export const insertSentMail = statement<
  Pick<SentMail, 'address' | 'messageId' | 'object' | 'resellerId' | 'sentAt' | 'type'> & {
    readonly policy: MailPolicy | null
  },
  Pick<SentMail, 'id'>
>(
  'sent_mail.insert',
  (given) => sql`
    insert into sent_mail as known (message_id, reseller_id, type, object, policy, address, sent_at, state)
    values (${given.messageId}, ${given.resellerId}, ${given.type}, ${given.object}, ${given.policy}, ${given.address},
      ${given.sentAt}, 'waiting')
    on conflict (message_id) do update set message_id = known.message_id
    returning id::text as id`,
)

/** Records that our mail server has accepted a mail, unless a report about it was faster. */
export const markSent = statement<Pick<SentMail, 'id' | 'sentAt'>>(
  'sent_mail.sent',
  ({ id, sentAt }) => sql`
    update sent_mail set state = 'sent', sent_at = ${sentAt} where id = ${id}::text::bigint and state = 'waiting'`,
)

/** Records a report about a mail. Returns the mail, or nothing when this or a worse report is recorded. */
export const recordReport = statement<
  {
    readonly id: string
    readonly state: SentState
    /** The states that the report replaces. */
    readonly earlier: readonly string[]
    readonly status: string | null
    readonly diagnostic: string
    readonly now: Date
  },
  SentMail
>(
  'sent_mail.report',
  ({ id, state, earlier, status, diagnostic, now }) => sql`
    update sent_mail
    set state = ${state}, status = ${status}, diagnostic = ${diagnostic}, reported_at = ${now}
    where id = ${id}::text::bigint and (state = any(${earlier}::text[])
      or (state = ${state} and state = 'delayed' and diagnostic is distinct from ${diagnostic}))
    returning id::text as id, message_id as "messageId", reseller_id as "resellerId", type, object, address,
      sent_at as "sentAt", state, status, diagnostic, reported_at as "reportedAt"`,
)

/**
 * Deletes the record of mails to the address of a contact, because the contact is erased. Run it before the address is erased.
 * Mails that a policy demands were sent to a registrant who has the same address.
 */
export const forgetMailsOfContact = statement<{ readonly contactId: number }>(
  'sent_mail.forget-contact',
  ({ contactId }) => sql`
    delete from sent_mail using contact
    where contact.id = ${contactId} and sent_mail.reseller_id = contact.reseller_id
      and sent_mail.address = lower(trim(contact.email)) and sent_mail.policy is null`,
)

/**
 * Deletes the record of mails to an address, because the customer who had it is erased; but not of mails that a policy demands
 * while another customer has the address.
 */
export const forgetMails = statement<Pick<SentMail, 'address' | 'resellerId'>>(
  'sent_mail.forget',
  ({ resellerId, address }) => sql`
    delete from sent_mail
    where reseller_id = ${resellerId} and address = ${address} and (policy is null or not (
      exists (
        select from customer
        where reseller_id = ${resellerId} and email_folded = ${address} and deleted_at is null)
      or exists (
        select from customer
        where reseller_id = ${resellerId} and email_folded = ${address} and kept_until is not null)))`,
)
