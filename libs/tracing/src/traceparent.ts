/** A parent of spans, as W3C Trace Context writes it in `traceparent`. */
export interface Traceparent {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

/** Version 00 has exactly these fields; a later version may have more (W3C Trace Context section 3.2.3). */
const FORM =
  /^(?:00|(?!00|ff)[\da-f]{2}(?=-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}-))-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}/
const LENGTH_OF_00 = 55

/** Version 00 without the flag `sampled`. */
const UNSAMPLED = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f][02468ace]$/

/** Whether a text names a trace that is not sampled, of version 00. It costs half of reading it, and most traces are so. */
export function isUnsampled(text: unknown): text is string {
  return typeof text === 'string' && text.length === LENGTH_OF_00 && UNSAMPLED.test(text)
}

/** Whether a valid `traceparent` has the flag `sampled`. {@link isUnsampled} also validates, which costs five times as much. */
export const isSampled = (traceparent: string): boolean =>
  (parseInt(traceparent.charAt(LENGTH_OF_00 - 1), 16) & 1) === 1

/** The trace id of a valid `traceparent`. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35)

/** Reads a `traceparent`; undefined if it is not valid. */
export function readTraceparent(text: unknown): Traceparent | undefined {
  if (typeof text !== 'string' || text.length > 512) return undefined
  if (text.startsWith('00') && text.length !== LENGTH_OF_00) return undefined
  const [, traceId, spanId] = FORM.exec(text) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: isSampled(text) }
}

export function printTraceparent({ traceId, spanId, isSampled }: Traceparent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}
