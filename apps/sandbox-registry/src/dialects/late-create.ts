import { addDays } from '../model/calendar'
import { findOwnOfDomain, putOwnOfDomain } from '../objects/own-data.store'
import { insertPendingAction } from '../objects/pending-action.store'
import type { Answer } from '../protocol/command'
import type { DialectCommand } from './dialect'

/** Names that the registry looks at before it registers them. */
const LATE = /^late-/

/** The registry approves a create after this time, unless the control port decides otherwise. */
const DECIDE_DAYS = 1

/** Registers a domain; some are answered 1001, and the answer comes late, as a message in the namespace. */
export async function createNowOrLate(
  { request, context }: DialectCommand,
  ns: string,
  create: () => Promise<Answer>,
): Promise<Answer> {
  const { db, now, registrar, clTRID = null, svTRID } = context
  const [name = ''] = request.objects
  const answer = await create()
  if (!LATE.test(name)) return answer
  await putOwnOfDomain(db, name, { ...(await findOwnOfDomain(db, name)), lateAnswers: ns })
  const dueAt = addDays(now, DECIDE_DAYS)
  const nothing = { payload: null, extensions: null }
  await insertPendingAction(db, { domain: name, kind: 'create', registrar, clTRID, svTRID, dueAt, ...nothing })
  return { ...answer, code: 1001 }
}
