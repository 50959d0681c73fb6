import type { ClientBase } from 'pg'
import { holdDomain } from '../commands/domain/domain.store'
import { insertPollMessage } from '../commands/poll/poll-message.store'
import { putStatuses } from './domain-life.store'
import { serverChangeNotice } from './notices'

/**
 * Puts the statuses that are the registry's own on a domain, in the place of those it had, and tells the sponsor
 * (RFC 8590). False when there is no such domain.
 */
export async function setServerStatuses(
  db: ClientBase,
  name: string,
  change: {
    readonly statuses: readonly string[]
    readonly reason: string | undefined
    readonly at: Date
    readonly svTRID: string
  },
): Promise<boolean> {
  const before = await holdDomain(db, name)
  if (!before) return false
  const setStatuses = [...before.setStatuses.filter((status) => status.startsWith('client')), ...change.statuses]
  await putStatuses(db, name, setStatuses)
  await insertPollMessage(db, serverChangeNotice({ ...before, setStatuses }, { ...change, operation: 'update' }))
  return true
}
