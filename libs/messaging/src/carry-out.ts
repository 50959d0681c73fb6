import type { MessageHandler } from '@nestjs/microservices'
import type { Warning } from '@nameyard/contracts/envelope'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { invoke } from './invoke'
import { CarriedOutBefore, type Earlier, type Repeats } from './repeats'

/** The answer of a request that was carried out before, as JSON text. */
export class Replayed {
  constructor(readonly data: string) {}
}

/** Marks an answer that was given before: the client may have meant a second order. */
export const replayedWarning: Warning = {
  code: 251,
  data: '',
  desc: 'This request was answered before; nothing was done again. Send another Idempotency-Key to order once more.',
}

/** The handlers of one operation: one carries a request out, the others answer a repeated request. */
export interface Carried {
  readonly handle: MessageHandler
  /** Builds the answer again from the value that the unit of work returned. */
  readonly replay?: MessageHandler | undefined
  /** Returns whether the first answer is still true. Without this handler, it always is. */
  readonly isStillTrue?: MessageHandler | undefined
}

/**
 * Carries a request out, or answers it as before. When another call with the same request was faster, this call gets
 * the answer of that call, whatever error stopped this one.
 */
export async function carryOut(
  handler: Carried,
  input: unknown,
  call: Call,
  repeats: Repeats | undefined,
): Promise<unknown> {
  if (!repeats || !call.repeat || !call.actor) return invoke(handler.handle, input, call)
  const { isStillTrue } = handler
  const begun = await repeats.begin(
    call,
    async (placed) => isStillTrue === undefined || (await invoke(isStillTrue, placed, call)) === true,
  )
  if (begun.kind !== 'claimed') return replay(handler, begun, call)
  let given: unknown
  try {
    given = await invoke(handler.handle, input, call)
  } catch (error) {
    const other = await begun.failed()
    if (other) return replay(handler, other, call)
    throw error instanceof CarriedOutBefore ? new Refusal('request_in_progress') : error
  }
  // The work is done. The answer is sent even when it cannot be stored, and at once where it can be built again.
  const canBeBuiltAgain = handler.replay !== undefined
  const stored = begun.answered(JSON.stringify(given) ?? 'null', { canBeBuiltAgain }).catch(() => {})
  if (!canBeBuiltAgain) await stored
  return given
}

async function replay({ replay }: Carried, earlier: Earlier, call: Call): Promise<Replayed> {
  if (earlier.kind === 'answered') return new Replayed(earlier.answer)
  if (!replay) return new Replayed(earlier.placed)
  return new Replayed(JSON.stringify(await invoke(replay, JSON.parse(earlier.placed), call)) ?? 'null')
}
