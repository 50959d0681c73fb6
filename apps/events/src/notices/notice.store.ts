import { sql, statement, type Placeholder } from '@nameyard/persistence/statement'

/** Whose notices: those of a contact of an account, of the types that it may see. */
interface Reader {
  readonly account: number
  readonly contact: number
  readonly types: readonly string[]
}

/** A notice with its event. */
export interface NoticeRow {
  readonly sequence: number
  readonly id: string
  readonly type: string
  readonly object: string
  readonly happenedAt: Date
  readonly state: string
  readonly isRead: boolean
}

const isUnread = (contact: Placeholder) => sql`${contact}::integer <> all(read_by)`

/** Reads notices, newest first. A filter that is null names all. */
export const findNotices = statement<
  Reader & { isRead: boolean | null; before: number | null; limit: number },
  NoticeRow
>(
  'notices.list',
  ({ account, contact, types, isRead, before, limit }) => sql`
    with page as (
      select account, sequence, not ${isUnread(contact)} as is_read from notice
      where account = ${account} and sequence < coalesce(${before}::bigint, 9223372036854775807)
        and type = any(${types}::text[]) and (${isRead}::boolean is null or ${isUnread(contact)} <> ${isRead}::boolean)
      order by sequence desc limit ${limit})
    select event.sequence::float8 as sequence, event.id, event.type, event.object, event.happened_at as "happenedAt",
      event.state, page.is_read as "isRead"
    from page join account_event event on event.account = page.account and event.sequence = page.sequence
    order by event.sequence desc`,
)

/** Counts the notices that a contact has not read, up to a limit. */
export const countUnread = statement<Reader & { most: number }, { unread: number }>(
  'notices.count-unread',
  ({ account, contact, types, most }) => sql`
    select count(*)::integer as unread from (
      select from notice where account = ${account} and type = any(${types}::text[]) and ${isUnread(contact)}
      limit ${most}) as found`,
)

/** Marks a notice as read by a contact; no row if the contact may see none of that id. */
export const markNotice = statement<Reader & { id: string }, { sequence: number }>(
  'notices.mark',
  ({ account, contact, types, id }) => sql`
    with found as (
      select notice.account, notice.sequence from notice join account_event event using (account, sequence)
      where event.id::text = lower(${id}::text) and notice.account = ${account} and notice.type = any(${types}::text[])),
    marked as (
      update notice set read_by = read_by || ${contact}::integer from found
      where notice.account = found.account and notice.sequence = found.sequence and ${isUnread(contact)})
    select sequence::float8 as sequence from found`,
)

/** Marks the notices up to a number as read by a contact. */
export const markNotices = statement<Reader & { upTo: number | null }, { marked: number }>(
  'notices.mark-all',
  ({ account, contact, types, upTo }) => sql`
    with marked as (
      update notice set read_by = read_by || ${contact}::integer
      where account = ${account} and sequence <= coalesce(${upTo}::bigint, 9223372036854775807)
        and type = any(${types}::text[]) and ${isUnread(contact)}
      returning 1)
    select count(*)::integer as marked from marked`,
)
