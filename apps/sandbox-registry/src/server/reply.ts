import { ExplainedRefusal } from '../dialects/explained-refusal'
import type { Fault } from '../faults/fault.store'
import { endsConnection, type Refusal } from '../model/result'
import type { CommandRequest } from '../protocol/request'
import { writeResponse, type Response } from '../protocol/response'
import { auditEntry, record, type Exchange } from './message'

/**
 * A reply of the server. It is sent after `delayMs`; `ends` closes the connection afterwards. `way`: the whole frame,
 * half of it before the connection is cut, or the frame only after the answer to the next message.
 */
export interface Reply {
  readonly message: string | undefined
  readonly ends: boolean
  readonly delayMs: number
  readonly way: 'whole' | 'half' | 'behind-next'
}

export const silence: Reply = { message: undefined, ends: false, delayMs: 0, way: 'whole' }

/** The reply with a response, changed by a planted fault if there is one. */
export function replyTo(response: Response & { readonly message: string }, fault: Fault | undefined): Reply {
  const whole = { ...silence, message: response.message, ends: endsConnection(response.code) }
  return spoiled(whole, fault, () => writeResponse({ ...response, clTRID: `not-${response.svTRID}` }))
}

/** A reply as a planted fault spoils it. `toAnother` writes it as the answer to another request. */
export function spoiled(
  whole: Reply & { readonly message: string },
  fault: Pick<Fault, 'kind' | 'milliseconds'> | undefined,
  toAnother: () => string,
): Reply {
  switch (fault?.kind) {
    case 'drop-response':
      return { ...silence, ends: whole.ends }
    case 'close-before-answer':
      return { ...silence, ends: true }
    case 'partial':
      return { ...whole, ends: true, way: 'half' }
    case 'out-of-order':
      return { ...whole, way: 'behind-next' }
    case 'garbage':
      return { ...whole, message: `<epp>${whole.message.slice(0, 40)}` }
    case 'wrong-trid':
      return { ...whole, message: toAnother() }
    default:
      return { ...whole, delayMs: fault?.milliseconds ?? 0 }
  }
}

/** Answers a refusal and records it, outside the command's transaction. */
export async function refuse(
  it: Exchange,
  request: CommandRequest | undefined,
  refusal: Refusal,
  fault?: Fault,
): Promise<Reply> {
  const clTRID = fault?.kind === 'inject-code-without-trid' ? undefined : it.clTRID
  const { code } = refusal
  const own = refusal instanceof ExplainedRefusal && { extensions: [refusal.extension] }
  const response = { code, refusal, ...own, clTRID, svTRID: it.svTRID }
  const message = writeResponse(response)
  await record(it.registry, it.registry.pool, auditEntry(it, request, refusal.code, message, fault))
  const answered = replyTo({ ...response, message }, fault)
  return { ...answered, delayMs: answered.delayMs + it.policy.errorPenaltyMs }
}
