import { shifted } from '../clock/clock.store'
import { planPlainCreate } from '../commands/domain/create-domain'
import { refuseAgainstProfile } from '../commands/domain/profile'
import { Refusal } from '../model/result'
import type { CommandRequest } from '../protocol/request'
import { writeResponse } from '../protocol/response'
import { DOMAIN } from '../xml/namespaces'
import { auditEntry, type Message } from './message'
import { replyTo, type Reply } from './reply'

/**
 * The fast path beside `perform`, for a plain `domain:create` only. In a transaction of its own a create takes five
 * round trips, which was more than half of the CPU time of an order; here all sessions share one statement and one
 * commit. Both paths use the same planning code. Returns undefined when the create does not fit: nothing was written,
 * and `perform` carries it out or finds the reason of the refusal, in the order of checks that every refusal has.
 */
export async function createInBatch(message: Message, request: CommandRequest): Promise<Reply | undefined> {
  const { registry, session, policy, clTRID } = message
  const { rules, creates, frames } = registry
  const { login } = session
  if (request.name !== 'domain:create' || request.extensions.size > 0 || !login?.objectServices.has(DOMAIN))
    return undefined
  const offsetSeconds = await rules.offsetSeconds()
  const now = shifted(registry.clock, offsetSeconds)
  const svTRID = await creates.newSvTRID()
  const context = {
    now,
    svTRID,
    policy,
    registrar: login.registrar,
    rulesOf: (name: string) => rules.rulesOfOrdinary(name),
  }
  const plan = await refuseAgainstProfile(request, context)
    .then(() => planPlainCreate(request.payload, context))
    .catch(undefinedIfRefused)
  if (!plan) return undefined
  const response = { ...plan.answer, clTRID, svTRID }
  const text = writeResponse(response)
  const audit = auditEntry({ ...message, now, svTRID }, request, response.code, text)
  if (!(await creates.write({ ...plan, audit, offsetSeconds }))) {
    // A cached clock offset that is out of date is one of the reasons.
    rules.clear()
    return undefined
  }
  await frames?.keep(audit)
  return replyTo({ ...response, message: text }, undefined)
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
