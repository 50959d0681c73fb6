import { sql, statement } from '@nameyard/persistence/statement'

/** The words of an account for a type of mail. */
export interface EmailTemplate {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly locales: readonly string[]
  readonly tags: readonly string[]
  readonly isActive: boolean
  readonly isDefault: boolean
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

type Account = { readonly resellerId: number }

const columns = sql`id, type, name, locales, tags, is_active as "isActive", is_default as "isDefault", subject, text, html`

/** All templates of an account; it has at most a few hundred. */
export const readTemplates = statement<Account, EmailTemplate>(
  'email_template.of-account',
  ({ resellerId }) => sql`select ${columns} from email_template where reseller_id = ${resellerId} order by id`,
)

/** Locks a template of an account for a change. */
export const lockTemplate = statement<Account & { readonly id: number }, EmailTemplate>(
  'email_template.lock',
  ({ resellerId, id }) => sql`
    select ${columns} from email_template where reseller_id = ${resellerId} and id = ${id} for update`,
)

/** Adds a template, unless the account has as many as it may. Requests of one account take turns. */
export const insertTemplate = statement<
  Account & Omit<EmailTemplate, 'id'> & { readonly limit: number },
  { readonly id: number }
>(
  'email_template.insert',
  (given) => sql`
    with account as (select id from reseller where id = ${given.resellerId} for no key update)
    insert into email_template
      (reseller_id, type, name, locales, tags, is_active, is_default, subject, text, html)
    select account.id, ${given.type}::text, ${given.name}::text, ${given.locales}::text[], ${given.tags}::text[],
      ${given.isActive}::boolean, ${given.isDefault}::boolean, ${given.subject}::text, ${given.text}::text,
      ${given.html}::text
    from account
    where (select count(*) from email_template where reseller_id = ${given.resellerId}) < ${given.limit}
    returning id`,
)

export const saveTemplate = statement<Account & EmailTemplate>(
  'email_template.save',
  (given) => sql`
    update email_template set type = ${given.type}, name = ${given.name}, locales = ${given.locales}::text[],
      tags = ${given.tags}::text[], is_active = ${given.isActive}, is_default = ${given.isDefault},
      subject = ${given.subject}, text = ${given.text}, html = ${given.html}
    where reseller_id = ${given.resellerId} and id = ${given.id}`,
)

export const deleteTemplate = statement<Account & { readonly id: number }, { readonly name: string }>(
  'email_template.delete',
  ({ resellerId, id }) => sql`
    delete from email_template where reseller_id = ${resellerId} and id = ${id} returning name`,
)
