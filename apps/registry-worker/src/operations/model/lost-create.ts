import type { RegisteredDomain } from '@nameyard/epp/domain/info'
import type { Reason, Verdict } from './verdict'

/** Registry and platform clocks may differ by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** How often a create that the registry keeps pending is looked at. */
export const PENDING_PAUSE_MS = 24 * 3_600_000

export interface LostCreate {
  /** Our identifier at the registry. */
  readonly clientId: string
  readonly sentAt: Date
  /** What the registry answered, when it did: 1001 keeps it pending, 1000 carried it out; null when that was lost. */
  readonly code: number | null
  /** Times in a row that the registry did not know the name. */
  readonly absences: number
  /** Pause before each further question; after the last one the command is sent again. */
  readonly pausesMs: readonly number[]
  /** How the pending create ended, when a message of the registry said so (RFC 5731 section 3.3 paResult). */
  readonly pendingResult: boolean | null
}

/** What is true of a create whose end is not known. */
export type LostCreateVerdict =
  Exclude<Verdict<RegisteredDomain>, { kind: 'retry' | 'failed' }> | { readonly kind: 'send again' }

const denied: Reason = { refusal: 'registry_refused', text: 'the registry did not carry out the pending create' }
const taken: Reason = { refusal: 'domain_not_free', code: 2302, text: 'the name was registered by somebody else' }

/**
 * Judges a create that was sent and not settled by what the registry shows: the domain, that it is not there, or that
 * it is somebody else's. It is ours when we sponsor it and it was not there before we asked for it. An absence is
 * believed only when it lasts: a registry may answer from a replica that lags.
 */
export function judgeLostCreate(seen: RegisteredDomain | 'missing' | 'foreign', lost: LostCreate): LostCreateVerdict {
  if (seen === 'foreign') return { kind: 'refused', reason: taken }
  if (seen === 'missing') {
    if (lost.pendingResult === false) return { kind: 'refused', reason: denied }
    if (lost.code === 1001) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: undefined }
    // A create that was answered with success is never repeated, however long the registry takes to show it.
    const pause = lost.pausesMs[lost.absences] ?? (lost.code === null ? undefined : lost.pausesMs.at(-1))
    if (pause === undefined) return { kind: 'send again' }
    const text = 'the registry does not show the name of a create that was sent'
    return {
      kind: 'unknown',
      afterMs: pause,
      absences: lost.absences + 1,
      reason: { refusal: 'registry_unavailable', text },
    }
  }
  if (seen.clID !== lost.clientId) return { kind: 'refused', reason: taken }
  if (seen.statuses.includes('pendingCreate')) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: seen }
  const isOlder = seen.crDate !== undefined && seen.crDate.getTime() < lost.sentAt.getTime() - CLOCK_TOLERANCE_MS
  return isOlder ? { kind: 'refused', reason: taken } : { kind: 'done', data: seen }
}
