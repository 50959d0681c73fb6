import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'
import type { Domain } from './model/domain'
import type { Requester } from './model/history'

/** A change of a domain beside its registry operations. Kept as long as the domain's row. */
interface HistoryEntry extends Requester {
  readonly id: string
  readonly domainId: number
  readonly happenedAt: Date
  /** One or more sentences in English. */
  readonly contents: string
}

const text = { type: 'text' } as const

export const domainHistorySchema = new EntitySchema<HistoryEntry>({
  name: 'domain_history',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    domainId: { type: 'integer', name: 'domain_id' },
    happenedAt: { type: 'timestamptz', name: 'happened_at' },
    contents: text,
    username: { ...text, nullable: true },
    address: { ...text, nullable: true },
  },
  indices: [{ name: 'domain_history_of_domain', columns: ['domainId', 'happenedAt'] }],
  foreignKeys: [
    {
      name: 'domain_history_domain_id_fkey',
      target: 'domain',
      columnNames: ['domainId'],
      referencedColumnNames: ['id'],
    },
  ],
})

const insertEntry = statement(
  'domains.insert-history',
  'insert into domain_history (domain_id, happened_at, contents, username, address) values ($1, $2, $3, $4, $5)',
)

/** Who asked for the work of a transaction; the platform where it has no actor. */
export function requesterOf({ actor, address }: Pick<Tx, 'actor' | 'address'>): Requester {
  return { username: actor?.username ?? null, address: actor ? (address ?? null) : null }
}

/**
 * Writes what changed of a domain into its history, with who asked for it. A person of another account stays unnamed:
 * a transfer between accounts is asked for by the gaining one, and the losing one reads its own history.
 */
export async function addToHistory(
  tx: Tx,
  { id, resellerId }: Pick<Domain, 'id' | 'resellerId'>,
  { happenedAt, contents }: Pick<HistoryEntry, 'contents' | 'happenedAt'>,
): Promise<void> {
  const { username, address } = requesterOf(tx.actor?.resellerId === resellerId ? tx : {})
  await tx.query(insertEntry, [id, happenedAt, contents, username, address])
}
