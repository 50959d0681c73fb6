import { randomFillSync } from 'node:crypto'
import type { Span } from './span'

const TRACE_BYTES = 16
const SPAN_BYTES = 8

/** Random bytes of ids. They are drawn together, because a call of the generator costs as much as hundreds of ids. */
const random = Buffer.alloc(256 * (TRACE_BYTES + SPAN_BYTES))
let used = random.length

function randomDigits(bytes: number): string {
  if (used + bytes > random.length) {
    randomFillSync(random)
    used = 0
  }
  used += bytes
  return random.toString('hex', used - bytes, used)
}

/** A step that nothing records. It only has identifiers: services pass on the decision, and log lines have the trace id. */
export class UnsampledSpan implements Span {
  readonly isSampled = false

  constructor(readonly traceparent: string) {}

  /** Begins a trace, or goes on with one that a caller has begun. */
  static begin(traceId = randomDigits(TRACE_BYTES)): UnsampledSpan {
    return new UnsampledSpan(`00-${traceId}-${randomDigits(SPAN_BYTES)}-00`)
  }

  child(): undefined {
    return undefined
  }

  set(): void {}
  fail(): void {}
  end(): void {}
}
