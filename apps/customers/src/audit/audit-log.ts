import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** Who changed what, and when. The database refuses to change or remove a row. */
export interface AuditEntry {
  readonly id: string
  readonly happened_at: Date
  /** The account whose object was changed; null for what belongs to the platform. */
  readonly reseller_id: number | null
  /** The contact person who did it; null is the operator of the platform. */
  readonly actor_contact_id: number | null
  /** Username of the person, or name of whoever worked with the operator's tool. */
  readonly actor_username: string | null
  readonly client_address: string | null
  readonly correlation_id: string
  /** Id of the operation in the contracts. */
  readonly operation: string
  /** Kind and number of what was changed: `contact 10001`. */
  readonly subject: string
  readonly changes: Changes
}

/** By field: from and to where it is a right; personal data is named and not repeated, so that it can be forgotten. */
export type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to: unknown } | null>>

export const auditLogSchema = new EntitySchema<AuditEntry>({
  name: 'audit_log',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    happened_at: { type: 'timestamptz' },
    reseller_id: { type: 'integer', nullable: true },
    actor_contact_id: { type: 'integer', nullable: true },
    actor_username: { type: 'text', nullable: true },
    client_address: { type: 'text', nullable: true },
    correlation_id: { type: 'text' },
    operation: { type: 'text' },
    subject: { type: 'text' },
    changes: { type: 'jsonb' },
  },
  indices: [{ name: 'audit_log_reseller_id', columns: ['reseller_id', 'id'] }],
})

/** time, account, person, name, address, correlation id, operation, subject, changes as JSON */
export const insertEntry = statement(
  'audit.insert',
  `insert into audit_log (happened_at, reseller_id, actor_contact_id, actor_username, client_address, correlation_id,
     operation, subject, changes)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

/** Writes a change down in the transaction that makes it: there is no change without its entry. */
export async function recordChange(
  tx: Tx,
  change: {
    readonly call: Call
    /** Who works with the operator's tool, where nobody of the account did it. */
    readonly operator?: string
    readonly now: Date
    readonly operation: AnyOperation
    readonly resellerId: number
    readonly subject: string
    readonly changes: Changes
  },
): Promise<void> {
  const { call, operator, now, operation, resellerId, subject, changes } = change
  await tx.query(insertEntry, [
    now,
    resellerId,
    call.actor?.contactId ?? null,
    call.actor?.username ?? operator ?? null,
    call.address ?? null,
    call.correlationId,
    operation.id,
    subject,
    JSON.stringify(changes),
  ])
}

/** reseller or null for all, entry they lie before or null, most → entries, newest first */
export const findEntries = statement(
  'audit.find',
  `select * from audit_log where ($1::integer is null or reseller_id = $1) and ($2::bigint is null or id < $2)
   order by id desc limit $3`,
)
