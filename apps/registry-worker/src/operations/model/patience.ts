import type { Judgment, Sent } from './judgment'

/**
 * A lost request with no effect so far may still be carried out: it is looked for after each pause, and not sent again
 * before. Any other judgment stays.
 */
export function patiently(judged: Judgment, { absences, pausesMs, code }: Sent): Judgment {
  return judged.kind === 'send again' && code === null ? (stillLost({ absences, pausesMs }) ?? judged) : judged
}

/** The verdict while a lost request may still be carried out; undefined after the last pause. */
export function stillLost({
  absences,
  pausesMs,
}: Pick<Sent, 'absences' | 'pausesMs'>): Extract<Judgment, { kind: 'unknown' }> | undefined {
  const afterMs = pausesMs[absences]
  if (afterMs === undefined) return undefined
  const text = 'the effect of a request whose answer was lost does not show'
  return { kind: 'unknown', afterMs, absences: absences + 1, reason: { refusal: 'registry_unavailable', text } }
}
