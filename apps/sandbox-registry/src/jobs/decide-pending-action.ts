import type { ClientBase } from 'pg'
import { refund } from '../billing/charge.store'
import { findGraces } from '../billing/grace.store'
import { updateDomain } from '../commands/domain/update-domain'
import { lateAnswerNotice, pendingActionNotice } from '../lifecycle/notices'
import { Refusal } from '../model/result'
import { purgeDomain } from '../objects/domain-lifecycle.store'
import type { Domain } from '../objects/domain.store'
import { findOwnOfDomain } from '../objects/own-data.store'
import { takePendingAction, type PendingAction } from '../objects/pending-action.store'
import { insertPollMessage } from '../objects/poll-message.store'
import type { Markup } from '../xml/write'

/**
 * Decides a command that was answered 1001, and informs its sender by poll (RFC 5731 section 3.3). A refused create is
 * refunded and its domain purged. An update that no longer fits is refused. Returns false when no action is pending.
 */
export async function decidePendingAction(
  db: ClientBase,
  domain: Domain,
  { isApproved, at }: { readonly isApproved: boolean; readonly at: Date },
): Promise<boolean> {
  const action = await takePendingAction(db, domain.name)
  if (!action) return false
  const { lateAnswers, assessment } = await findOwnOfDomain(db, domain.name)
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
  const outcome = { domain: domain.name, isDone, clTRID, svTRID, at, text }
  const notice =
    typeof lateAnswers === 'string'
      ? lateAnswerNotice(lateAnswers, registrar, outcome)
      : pendingActionNotice(registrar, outcome, assessment as Markup | undefined)
  await insertPollMessage(db, notice)
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
