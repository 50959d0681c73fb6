import { sql, statement } from '@nameyard/persistence/statement'

/** Stores the label of a new account. It stays for ever, so that no later account gets it. */
export const insertNameserverLabel = statement<{ label: string; resellerId: number; now: Date }>(
  'reseller.insert-nameserver-label',
  (given) => sql`
    insert into nameserver_label (label, reseller_id, assigned_at)
    values (${given.label}, ${given.resellerId}, ${given.now})`,
)

export const readNameserverLabel = statement<{ resellerId: number }, { label: string }>(
  'reseller.nameserver-label',
  ({ resellerId }) => sql`select label from nameserver_label where reseller_id = ${resellerId}`,
)
