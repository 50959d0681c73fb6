import type { MessageHandler } from '@nestjs/microservices'
import type { Call } from '@nameyard/contracts/operation'
import { invoke } from './invoke'
import type { Earlier, Repeats } from './repeats'

/** The answer of a request that was carried out before, as JSON text. */
export class Replayed {
  constructor(readonly data: string) {}
}

interface Carried {
  readonly handle: MessageHandler
  /** Puts an answer together again from what the unit of work returned. */
  readonly replay?: MessageHandler | undefined
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
  const earlier = await repeats.earlier(call)
  if (earlier) return replay(handler, earlier, call)
  let given: unknown
  try {
    given = await invoke(handler.handle, input, call)
  } catch (error) {
    const overtaking = await repeats.earlier(call)
    if (overtaking) return replay(handler, overtaking, call)
    throw error
  }
  // The work is done and the answer true, whether or not it can be kept.
  await repeats.answered(call, JSON.stringify(given) ?? 'null').catch(() => {})
  return given
}

async function replay({ replay }: Carried, earlier: Earlier, call: Call): Promise<Replayed> {
  if (earlier.kind === 'answered') return new Replayed(earlier.answer)
  if (!replay) return new Replayed(earlier.placed)
  return new Replayed(JSON.stringify(await invoke(replay, JSON.parse(earlier.placed), call)) ?? 'null')
}
