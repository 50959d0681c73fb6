import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Domain } from './model/domain'
import type { Requester } from './model/history'

/** A change of a domain that is not a registry operation. Kept as long as the row of the domain. */
interface HistoryEntry extends Requester {
  readonly id: string
  readonly domainId: number
  readonly happenedAt: Date
  /** One or more sentences in English. */
  readonly contents: string
}

const insertEntry = statement<Omit<HistoryEntry, 'id'>>(
  'domains.insert-history',
  ({ domainId, happenedAt, contents, username, address }) => sql`
    insert into domain_history (domain_id, happened_at, contents, username, address)
    values (${domainId}, ${happenedAt}, ${contents}, ${username}, ${address})`,
)

/** The requester of a transaction; the platform where the call has no actor. */
export function requesterOf({ actor, address }: Pick<Tx, 'actor' | 'address'>): Requester {
  return { username: actor?.username ?? null, address: actor ? (address ?? null) : null }
}

/**
 * Writes a change of a domain and its requester into the history. A requester of another account is not named: the gaining
 * account requests a transfer between accounts, and the losing account reads its own history.
 */
export async function addToHistory(
  tx: Tx,
  { id, resellerId }: Pick<Domain, 'id' | 'resellerId'>,
  { happenedAt, contents }: Pick<HistoryEntry, 'contents' | 'happenedAt'>,
): Promise<void> {
  const requester = requesterOf(tx.actor?.resellerId === resellerId ? tx : {})
  await tx.query(insertEntry, { domainId: id, happenedAt, contents, ...requester })
}
