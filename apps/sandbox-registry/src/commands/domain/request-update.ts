import { insertPendingAction } from '../../life/pending-action.store'
import { addSeconds } from '../../model/calendar'
import { RGP } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import type { Answer, ObjectContext } from '../command'
import { updateDomain } from './update-domain'

/**
 * Updates a domain, now or, where the registry takes its time, later (1001, RFC 5731 section 3.3). What can be refused
 * is refused at once in either case; a restore never waits.
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
