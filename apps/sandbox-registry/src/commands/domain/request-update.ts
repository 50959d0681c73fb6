import { addSeconds } from '../../model/calendar'
import { insertPendingAction } from '../../objects/pending-action.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { RGP } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { updateDomain } from './update-domain'

/**
 * Updates a domain at once or, in a TLD with pending processing, later (1001, RFC 5731 section 3.3). Both refuse at once
 * what they can. A restore is never delayed.
 */
export async function requestUpdate(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, now, registrar, clTRID, svTRID, extensions, rulesOf } = context
  const name = payload.children[0]?.text.trim().toLowerCase() ?? ''
  const rules = extensions.has(RGP) ? undefined : await rulesOf(name)
  if (rules?.processing !== 'pending') return updateDomain(payload, context)

  await db.query('savepoint before_trial')
  await updateDomain(payload, context)
  await db.query('rollback to savepoint before_trial')
  await insertPendingAction(db, {
    domain: name,
    kind: 'update',
    registrar,
    clTRID: clTRID ?? null,
    svTRID,
    dueAt: addSeconds(now, rules.processingSeconds),
    payload,
    extensions: [...extensions],
  })
  return { code: 1001 }
}
