import { sql, statement } from '@nameyard/persistence/statement'
import type { Domain } from '../lifecycle/model/domain'

/** The link with which a registrant authorizes a transfer, and the number of mails that were sent with it. */
export interface TransferAuthorization {
  domainId: number
  /** Random part of the newest link, in hexadecimal. */
  nonce: string
  mails: number
  mailsSince: Date
}

type Link = Pick<TransferAuthorization, 'domainId' | 'nonce'>

/** Mails that were sent before `countedSince` do not count towards the limit. */
type NewLink = Link & { readonly now: Date; readonly countedSince: Date }

/** Stores a new link. Returns the number of mails counted, this one included, and since when they are counted. */
export const newLink = statement<NewLink, Pick<TransferAuthorization, 'mails' | 'mailsSince'>>(
  'domains.new-authorization-link',
  ({ domainId, nonce, now, countedSince }) => sql`
    insert into transfer_authorization as known (domain_id, nonce, mails, mails_since)
    values (${domainId}, ${nonce}, 1, ${now})
    on conflict (domain_id) do update set nonce = excluded.nonce,
      mails = case when known.mails_since > ${countedSince} then known.mails + 1 else 1 end,
      mails_since = case when known.mails_since > ${countedSince} then known.mails_since else excluded.mails_since end
    returning mails, mails_since as "mailsSince"`,
)

/** The domain of a link, as long as it waits for the answer to that link. */
export const domainOfLink = statement<Link, Pick<Domain, 'name' | 'transferCode'>>(
  'domains.of-authorization-link',
  ({ domainId, nonce }) => sql`
    select d.name, d.transfer_code as "transferCode"
    from transfer_authorization a join domain d on d.id = a.domain_id
    where a.domain_id = ${domainId} and a.nonce = ${nonce} and d.waits_for = 'authorization' and d.deleted_at is null`,
)
