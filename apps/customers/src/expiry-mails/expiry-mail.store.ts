import type { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import type { Payload } from '@nameyard/contracts/event'
import { sql, statement, type Placeholders, type Sql } from '@nameyard/persistence/statement'

/** Someone who is mailed about the expiry of a domain. */
export interface ExpiryReader {
  /** The handle of the registrant, or `contacts/` and the id of an administrator. */
  readonly recipient: string
  readonly email: string
  readonly locale: string
  readonly isRegistrant: boolean
  /** Tags of the registrant. */
  readonly tags: readonly string[]
}

/**
 * Those whom the account wants to be mailed, and the registrant where that is demanded and the account does not send such
 * mails itself; without those who have had the mail.
 * Administrators with the same address get one.
 */
export const findReaders = statement<
  Pick<Payload<typeof sendExpiryNotice>, 'isDemanded' | 'ownerHandle' | 'resellerId'> & { readonly noticeId: string },
  ExpiryReader
>(
  'expiry_mail.readers',
  ({ resellerId, ownerHandle, isDemanded, noticeId }) => sql`
    select reader.*
    from reseller r left join expiry_mail_setting s on s.reseller_id = r.id cross join lateral (
      select c.handle::text as recipient, c.email, c.locale, true as "isRegistrant", array(
        select value from customer_tag join tag on tag.id = tag_id where customer_id = c.id) as tags
      from customer c
      where c.reseller_id = r.id and c.handle = ${ownerHandle} and c.deleted_at is null
        and (coalesce(s.to_registrants, true) or (${isDemanded}::boolean and not exists (
          select from policy_mail_by_reseller p where p.reseller_id = r.id and p.policy = 'expiry')))
      union all (
        select distinct on (lower(p.email)) 'contacts/' || p.id, p.email, p.locale, false, '{}'::text[]
        from contact p
        where p.reseller_id = r.id and p.role = 'admin' and p.deleted_at is null and s.to_administrators
        order by lower(p.email), p.id)) reader
    where r.id = ${resellerId} and reader.email <> '' and not exists (
      select from expiry_mail m where m.notice_id = ${noticeId} and m.recipient = reader.recipient)`,
)

interface SentMail extends Pick<Payload<typeof sendExpiryNotice>, 'domain' | 'domainId' | 'kind' | 'resellerId'> {
  readonly noticeId: string
  readonly recipient: string
  readonly expiresAt: Date
  readonly sentAt: Date
  readonly isBounced: boolean
}

export const recordMail = statement<SentMail>(
  'expiry_mail.record',
  (given) => sql`
    insert into expiry_mail
      (notice_id, recipient, reseller_id, domain_id, domain, kind, expires_at, sent_at, is_bounced)
    values (${given.noticeId}, ${given.recipient}, ${given.resellerId}, ${given.domainId}, ${given.domain},
      ${given.kind}, ${given.expiresAt}, ${given.sentAt}, ${given.isBounced})
    on conflict do nothing`,
)

interface Page extends Pick<SentMail, 'resellerId'> {
  readonly limit: number
  readonly offset: number
}

type ListedMail = Omit<SentMail, 'noticeId' | 'resellerId'> & { readonly total: number }

/** A page of the mails that match, newest first, and how many there are. */
const pageOf = (matching: Sql, total: Sql, { limit, offset }: Placeholders<Page>): Sql => sql`
  with page as (
    select * from expiry_mail where ${matching}
    order by sent_at desc, notice_id, recipient limit ${limit} offset ${offset})
  select (${total})::integer as total, page.domain_id as "domainId", page.domain, page.kind,
    page.recipient, page.expires_at as "expiresAt", page.sent_at as "sentAt", page.is_bounced as "isBounced"
  from (select) as always left join page on true order by sent_at desc, notice_id, recipient`

/** The mails of an account. A counter knows how many there are, unless all of them are from before the counter. */
export const listMails = statement<Page, ListedMail>('expiry_mail.list', (page) =>
  pageOf(
    sql`reseller_id = ${page.resellerId}`,
    sql`coalesce((select mails from expiry_mail_count where reseller_id = ${page.resellerId}),
      (select count(*) from expiry_mail where reseller_id = ${page.resellerId}))`,
    page,
  ),
)

/** The mails of an account about one domain. */
export const listMailsOfDomain = statement<Page & Pick<SentMail, 'domainId'>, ListedMail>(
  'expiry_mail.list-of-domain',
  (page) => {
    const matching = sql`reseller_id = ${page.resellerId} and domain_id = ${page.domainId}`
    return pageOf(matching, sql`select count(*) from expiry_mail where ${matching}`, page)
  },
)

/** Marks the mail of a notice as bounced: that to an administrator, or that to the registrant (`administrator` is empty). */
export const markExpiryMailBounced = statement<{ readonly noticeId: string; readonly administrator: string }>(
  'expiry_mail.bounced',
  ({ noticeId, administrator }) => sql`
    update expiry_mail set is_bounced = true
    where notice_id = ${noticeId} and (recipient = ${administrator}
      or (${administrator}::text = '' and recipient not like 'contacts/%'))`,
)
