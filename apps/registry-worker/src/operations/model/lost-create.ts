import type { RegisteredDomain } from '@nameyard/epp/domain/info'
import { ACTION_PENDING } from '@nameyard/epp/result-code'
import type { Reason, Verdict } from './verdict'

/** Registry and platform clocks may differ by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** How often a pending create is checked. */
export const PENDING_PAUSE_MS = 24 * 3_600_000

export interface LostCreate {
  /** Our identifier at the registry. */
  readonly clientId: string
  readonly sentAt: Date
  /** The result code: 1001 pending, 1000 carried out; null when the answer was lost. */
  readonly code: number | null
  /** How often in a row the registry did not have the name. */
  readonly absences: number
  /** Pause before each further check; after the last one the create is sent again. */
  readonly pausesMs: readonly number[]
  /** The result of the pending create in a message of the registry (RFC 5731 section 3.3, paResult). */
  readonly pendingResult: boolean | null
}

/** The judgment of a create with an unknown outcome. */
export type LostCreateVerdict =
  Exclude<Verdict<RegisteredDomain>, { kind: 'retry' | 'failed' }> | { readonly kind: 'send again' }

const denied: Reason = { refusal: 'registry_refused', text: 'the registry did not carry out the pending create' }
const taken: Reason = { refusal: 'domain_not_free', code: 2302, text: 'another registrar registered the name' }

/**
 * Judges a create that was sent and not settled by EPP info. The create succeeded when we sponsor the domain and it was
 * created after our command was sent. A missing domain counts only after several checks: the registry may answer from a
 * replica that lags.
 */
export function judgeLostCreate(seen: RegisteredDomain | 'missing' | 'foreign', lost: LostCreate): LostCreateVerdict {
  if (seen === 'foreign') return { kind: 'refused', reason: taken }
  if (seen === 'missing') {
    if (lost.pendingResult === false) return { kind: 'refused', reason: denied }
    if (lost.code === ACTION_PENDING) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: undefined }
    // A confirmed create is never repeated, however long the registry takes to show the domain.
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
