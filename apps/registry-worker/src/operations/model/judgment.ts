import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { ACTION_PENDING } from '@nameyard/epp/result-code'
import type { Reason, Verdict } from './verdict'

/** The judgment of a command with an unknown outcome: a verdict, or that it was not carried out and may be sent again. */
export type Judgment =
  Exclude<Verdict<RegistryView>, { kind: 'retry' }> | { readonly kind: 'send again'; readonly data: RegistryView }

/** How often a pending action is checked, when the registry does not say when it will act. */
export const PENDING_PAUSE_MS = 24 * 3_600_000

/** A sent command, to be judged by the state of the domain. */
export interface Sent {
  /** Our identifier at the registry. */
  readonly clientId: string
  readonly sentAt: Date
  /** The result code: 1001 pending, 1000 carried out; null when the answer was lost. */
  readonly code: number | null
  /** The result of the pending action in a message of the registry (RFC 5731 section 3.3, paResult). */
  readonly pendingResult: boolean | null
  /** How often in a row the registry did not show the effect. */
  readonly absences: number
  /** Pause before each further check. */
  readonly pausesMs: readonly number[]
}

/**
 * Judges a command whose effect is not visible. With a lost answer it was not carried out. A confirmed command is not
 * repeated, however long its effect takes to become visible. A pending one is waited for.
 */
export function unseen({ code, pendingResult, absences, pausesMs }: Sent, view: RegistryView): Judgment {
  if (code === null) return { kind: 'send again', data: view }
  if (pendingResult === false) return { kind: 'refused', reason: denied, data: view }
  if (code === ACTION_PENDING && pendingResult === null)
    return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view }
  return {
    kind: 'unknown',
    afterMs: pausesMs[absences] ?? pausesMs.at(-1) ?? 0,
    absences: absences + 1,
    reason: { refusal: 'registry_unavailable', text: 'the registry does not show what it said it carried out' },
  }
}

const denied: Reason = { refusal: 'registry_refused', text: 'the registry did not carry out what was pending' }

/** The domain does not exist or is not ours: the operation is refused. */
export function outOfReach(view: RegistryView): Extract<Judgment, { kind: 'refused' }> {
  const reason: Reason =
    view.presence === 'missing'
      ? { refusal: 'domain_not_found', code: 2303, text: 'the registry does not know the domain' }
      : { refusal: 'registry_refused', code: 2201, text: 'another registrar sponsors the domain' }
  return { kind: 'refused', reason, data: view }
}
