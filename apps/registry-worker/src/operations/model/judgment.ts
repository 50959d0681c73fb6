import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Reason, Verdict } from './verdict'

/** What is true of a command whose end is not known: a verdict, or that it was not carried out and may be sent again. */
export type Judgment =
  Exclude<Verdict<RegistryView>, { kind: 'retry' }> | { readonly kind: 'send again'; readonly data: RegistryView }

/** How often what a registry keeps pending is looked at, when it does not say when it will act. */
export const PENDING_PAUSE_MS = 24 * 3_600_000

/** A command of which it is asked whether it was carried out. */
export interface Sent {
  /** Our identifier at the registry. */
  readonly clientId: string
  readonly sentAt: Date
  /** What the registry answered, when it did: 1001 keeps it pending, 1000 carried it out; null when that was lost. */
  readonly code: number | null
  /** How the pending action ended, when a message of the registry said so (RFC 5731 section 3.3 paResult). */
  readonly pendingResult: boolean | null
  /** Times in a row that the registry did not show the effect. */
  readonly absences: number
  /** Pause before each further look. */
  readonly pausesMs: readonly number[]
}

/**
 * The effect of the command is not to be seen. One whose answer was lost was not carried out. One that the registry
 * said it carried out is not repeated, however long it takes to be shown; one that is pending is waited for.
 */
export function unseen({ code, pendingResult, absences, pausesMs }: Sent, view: RegistryView): Judgment {
  if (code === null) return { kind: 'send again', data: view }
  if (pendingResult === false) return { kind: 'refused', reason: denied, data: view }
  if (code === 1001 && pendingResult === null) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view }
  return {
    kind: 'unknown',
    afterMs: pausesMs[absences] ?? pausesMs.at(-1) ?? 0,
    absences: absences + 1,
    reason: { refusal: 'registry_unavailable', text: 'the registry does not show what it said it carried out' },
  }
}

const denied: Reason = { refusal: 'registry_refused', text: 'the registry did not carry out what was pending' }

/** The domain is not there, or not ours: nothing more can be done for it. */
export function outOfReach(view: RegistryView): Extract<Judgment, { kind: 'refused' }> {
  const reason: Reason =
    view.presence === 'missing'
      ? { refusal: 'domain_not_found', code: 2303, text: 'the registry does not know the domain' }
      : { refusal: 'registry_refused', code: 2201, text: 'another registrar sponsors the domain' }
  return { kind: 'refused', reason, data: view }
}
