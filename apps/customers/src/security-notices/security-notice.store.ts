import { sql, statement } from '@nameyard/persistence/statement'

/** The recipient of a notice. */
export interface NoticeRecipient {
  readonly resellerId: number
  readonly username: string
  readonly email: string
  readonly locale: string
}

/** Reads the recipient of a notice; nothing when the contact was deleted or has no address. */
export const findNoticeRecipient = statement<{ contactId: number }, NoticeRecipient>(
  'security_notice.recipient',
  ({ contactId }) => sql`
    select reseller_id as "resellerId", username, email, locale
    from contact where id = ${contactId} and deleted_at is null and email <> ''`,
)
