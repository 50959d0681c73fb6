import type { Verdict } from '../../operations/model/verdict'

/** A refusal of ours: nothing was sent. */
export function refused(text: string): Extract<Verdict<never>, { kind: 'refused' }> {
  return { kind: 'refused', reason: { refusal: 'registry_refused', text } }
}
