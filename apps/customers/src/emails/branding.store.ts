import { sql, statement } from '@nameyard/persistence/statement'

/** How the mails of an account look. Empty texts are not set. The names are those of the API. */
export interface Branding {
  readonly name: string
  readonly reply_to: string
  readonly logo_url: string
  readonly color: string
  readonly footer: string
}

/** That of an account that has set nothing. */
export const plain: Branding = { name: '', reply_to: '', logo_url: '', color: '', footer: '' }

type Account = { readonly resellerId: number }

export const readBranding = statement<Account, Branding>(
  'mail_branding.read',
  ({ resellerId }) => sql`
    select name, reply_to, logo_url, color, footer from mail_branding where reseller_id = ${resellerId}`,
)

/** Requests of one account take turns, so that changes of different fields are all kept. */
export const lockAccount = statement<Account>(
  'mail_branding.lock-account',
  ({ resellerId }) => sql`select from reseller where id = ${resellerId} for no key update`,
)

export const writeBranding = statement<Account & Branding>(
  'mail_branding.write',
  ({ resellerId, name, reply_to, logo_url, color, footer }) => sql`
    insert into mail_branding (reseller_id, name, reply_to, logo_url, color, footer)
    values (${resellerId}, ${name}, ${reply_to}, ${logo_url}, ${color}, ${footer})
    on conflict (reseller_id) do update set name = excluded.name, reply_to = excluded.reply_to,
      logo_url = excluded.logo_url, color = excluded.color, footer = excluded.footer`,
)
