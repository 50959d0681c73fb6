import { sql, statement } from '@nameyard/persistence/statement'

/** Whom an account wants to be mailed. */
export interface ExpiryMailSetting {
  readonly toRegistrants: boolean
  readonly toAdministrators: boolean
}

/** What counts for an account that has set nothing. */
export const unset: ExpiryMailSetting = { toRegistrants: true, toAdministrators: false }

type Account = { readonly resellerId: number }

export const readSetting = statement<Account, ExpiryMailSetting>(
  'expiry_mail.read-setting',
  ({ resellerId }) => sql`
    select to_registrants as "toRegistrants", to_administrators as "toAdministrators"
    from expiry_mail_setting where reseller_id = ${resellerId}`,
)

/** Requests of one account take turns, so that changes of different settings are all kept. */
export const lockAccount = statement<Account>(
  'expiry_mail.lock-account',
  ({ resellerId }) => sql`select from reseller where id = ${resellerId} for no key update`,
)

export const writeSetting = statement<Account & ExpiryMailSetting>(
  'expiry_mail.write-setting',
  ({ resellerId, toRegistrants, toAdministrators }) => sql`
    insert into expiry_mail_setting (reseller_id, to_registrants, to_administrators)
    values (${resellerId}, ${toRegistrants}, ${toAdministrators})
    on conflict (reseller_id) do update
      set to_registrants = excluded.to_registrants, to_administrators = excluded.to_administrators`,
)
