import type { MailPolicy, MailRecipients } from '@nameyard/contracts/events/account-event'
import { sql, statement } from '@nameyard/persistence/statement'

type Account = { readonly resellerId: number }

/** What an account has decided about a type of mail. */
export interface EventMailSetting {
  readonly type: string
  readonly recipients: MailRecipients
}

export const readSettings = statement<Account, EventMailSetting>(
  'event_mail.read-settings',
  ({ resellerId }) => sql`select type, recipients from event_mail_setting where reseller_id = ${resellerId}`,
)

/** The policies whose mails the account sends itself. */
export const readOwnPolicies = statement<Account, { readonly policy: MailPolicy }>(
  'event_mail.read-own-policies',
  ({ resellerId }) => sql`select policy from policy_mail_by_reseller where reseller_id = ${resellerId}`,
)

/** Changes of one account take turns. No row when there is no such account. */
export const lockAccount = statement<Account, { readonly id: number }>(
  'event_mail.lock-account',
  ({ resellerId }) => sql`select id from reseller where id = ${resellerId} for no key update`,
)

export const writeSetting = statement<Account & EventMailSetting>(
  'event_mail.write-setting',
  ({ resellerId, type, recipients }) => sql`
    insert into event_mail_setting (reseller_id, type, recipients) values (${resellerId}, ${type}, ${recipients})
    on conflict (reseller_id, type) do update set recipients = excluded.recipients`,
)

export const addOwnPolicy = statement<Account & { readonly policy: MailPolicy }>(
  'event_mail.add-own-policy',
  ({ resellerId, policy }) => sql`
    insert into policy_mail_by_reseller (reseller_id, policy) values (${resellerId}, ${policy}) on conflict do nothing`,
)

export const removeOwnPolicy = statement<Account & { readonly policy: MailPolicy }>(
  'event_mail.remove-own-policy',
  ({ resellerId, policy }) =>
    sql`delete from policy_mail_by_reseller where reseller_id = ${resellerId} and policy = ${policy}`,
)
