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

/** Says that an answer was given before: its reader may mean a second order. */
export const replayedWarning: Warning = {
  code: 251,
  data: '',
  desc: 'This request was answered before; nothing was done again. Send another Idempotency-Key to order once more.',
}

/** How one operation is carried out, and how it is answered when it comes twice. */
export interface Carried {
  readonly handle: MessageHandler
  /** Puts an answer together again from what the unit of work returned. */
  readonly replay?: MessageHandler | undefined
  /** Tells whether the first answer is still true; without it, it is. */
  readonly isStillTrue?: MessageHandler | undefined
}

/**
 * Carries a request out, or answers it as it was answered before. A call that another one with the same request has
 * overtaken gets that one's answer, whatever stopped it.
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
    const overtaking = await begun.failed()
    if (overtaking) return replay(handler, overtaking, call)
    throw error instanceof CarriedOutBefore ? new Refusal('request_in_progress') : error
  }
  // The work is done and the answer true, whether or not it can be kept.
  await begun.answered(JSON.stringify(given) ?? 'null').catch(() => {})
  return given
}

async function replay({ replay }: Carried, earlier: Earlier, call: Call): Promise<Replayed> {
  if (earlier.kind === 'answered') return new Replayed(earlier.answer)
  if (!replay) return new Replayed(earlier.placed)
  return new Replayed(JSON.stringify(await invoke(replay, JSON.parse(earlier.placed), call)) ?? 'null')
}
