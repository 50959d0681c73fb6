import type { ClientBase } from 'pg'
import { putStatuses } from '../objects/domain-lifecycle.store'
import { lockDomain } from '../objects/domain.store'
import { insertPollMessage } from '../objects/poll-message.store'
import { serverChangeNotice } from './notices'

/**
 * Replaces the server statuses of a domain and informs the sponsor by poll (RFC 8590). Returns false when there is no such
 * domain.
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
  const before = await lockDomain(db, name)
  if (!before) return false
  const setStatuses = [...before.setStatuses.filter((status) => status.startsWith('client')), ...change.statuses]
  await putStatuses(db, name, setStatuses)
  await insertPollMessage(db, serverChangeNotice({ ...before, setStatuses }, { ...change, operation: 'update' }))
  return true
}
