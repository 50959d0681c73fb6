import { sql, statement } from '@nameyard/persistence/statement'

/** A person who gets test mails, and nobody else's. */
export interface Tester {
  readonly resellerId: number
  readonly username: string
  readonly email: string
  readonly locale: string
}

/** Reads the contact of a person; nothing when it was deleted or may not log in. */
export const findTester = statement<{ readonly contactId: number }, Tester>(
  'test_mail.contact',
  ({ contactId }) => sql`
    select reseller_id as "resellerId", username, email, locale
    from contact where id = ${contactId} and deleted_at is null and is_active`,
)

/** Locks an account, so that its test mails are counted one after the other. */
export const lockAccount = statement<{ readonly resellerId: number }>(
  'test_mail.lock-account',
  ({ resellerId }) => sql`select from reseller where id = ${resellerId} for no key update`,
)

/** Counts the mails of a type that were sent for an account since a time, or wait to be sent. */
export const countSince = statement<
  { readonly resellerId: number; readonly type: string; readonly since: Date },
  { readonly count: number }
>(
  'test_mail.count',
  ({ resellerId, type, since }) => sql`
    select count(*)::integer as count from sent_mail
    where reseller_id = ${resellerId} and type = ${type} and sent_at > ${since}`,
)
