import { sql, statement, type Sql } from '@nameyard/persistence/statement'

/** The label of the name servers of an account; null for the shared ones. */
export const labelOfAccount = (resellerId: unknown): Sql =>
  sql`(select a.label from account_nameservers a where a.reseller_id = ${resellerId})`

/** The label of the name servers of a zone `z`: those of its account, or of the account that it was kept for. */
export const labelOfZone = labelOfAccount(sql`coalesce(z.kept_for, z.reseller_id)`)

export const readLabel = statement<{ resellerId: number }, { label: string | null }>(
  'dns.nameserver-label',
  ({ resellerId }) => sql`select label from account_nameservers where reseller_id = ${resellerId}`,
)

export const saveLabel = statement<{ resellerId: number; label: string | null }>(
  'dns.save-nameserver-label',
  (given) => sql`
    insert into account_nameservers (reseller_id, label) values (${given.resellerId}, ${given.label})
    on conflict do nothing`,
)
