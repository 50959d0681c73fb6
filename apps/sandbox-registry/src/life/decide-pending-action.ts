import type { ClientBase } from 'pg'
import type { Domain } from '../commands/domain/domain.store'
import { updateDomain } from '../commands/domain/update-domain'
import { insertPollMessage } from '../commands/poll/poll-message.store'
import { Refusal } from '../model/result'
import { refund } from './charge.store'
import { purgeDomain } from './domain-life.store'
import { findGraces } from './grace.store'
import { pendingActionNotice } from './notices'
import { takePendingAction, type PendingAction } from './pending-action.store'

/**
 * Decides a command that was answered 1001, and tells who sent it (RFC 5731 section 3.3). A create that is refused frees
 * the name and is refunded; an update that cannot be carried out any more is refused as well. False when nothing waits.
 */
export async function decidePendingAction(
  db: ClientBase,
  domain: Domain,
  { isApproved, at }: { readonly isApproved: boolean; readonly at: Date },
): Promise<boolean> {
  const action = await takePendingAction(db, domain.name)
  if (!action) return false
  const isDone = isApproved && (action.kind === 'create' || (await applyUpdate(db, action, at)))
  if (action.kind === 'create' && !isDone) {
    const graces = await findGraces(db, domain.name, at)
    await refund(
      db,
      graces.map(({ charge }) => charge),
      { at, svTRID: null },
    )
    await purgeDomain(db, domain.name)
  }
  const { registrar, clTRID, svTRID } = action
  const text = `The ${action.kind} was ${isDone ? 'carried out' : 'refused'}.`
  await insertPollMessage(db, pendingActionNotice(registrar, { domain: domain.name, isDone, clTRID, svTRID, at, text }))
  return true
}

async function applyUpdate(
  db: ClientBase,
  { payload, extensions, registrar, clTRID, svTRID }: PendingAction & { readonly kind: 'update' },
  at: Date,
): Promise<boolean> {
  await db.query('savepoint before_update')
  try {
    await updateDomain(payload, {
      db,
      now: at,
      registrar,
      clTRID: clTRID ?? undefined,
      svTRID,
      extensions: new Map(extensions),
      fault: undefined,
    })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await db.query('rollback to savepoint before_update')
    return false
  }
}
