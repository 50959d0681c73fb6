import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { isOurs, type Seen } from '../../dialects/model/seen'
import { PENDING_PAUSE_MS, outOfReach, unseen, type Judgment, type Sent } from './judgment'
import { viewOf } from './view'

/** The next step of a restore: the request, or the report that follows it (RFC 3915 section 3). */
export type RestoreStep =
  Exclude<Judgment, { kind: 'send again' }> | { readonly kind: 'request' } | { readonly kind: 'report' }

export interface Restore {
  /** The request and the report, when they were sent and are not settled. */
  readonly request: Sent
  readonly report: Sent
  readonly wantsReport: boolean
}

/** Judges the progress of a restore by EPP info, before, between and after its commands. */
export function restoreStep(seen: Seen, { request, report, wantsReport }: Restore): RestoreStep {
  const view = viewOf(seen, request.clientId)
  if (!isOurs(seen, request.clientId)) return outOfReach(view)
  if (seen.graceStatuses.includes('pendingRestore')) {
    if (!wantsReport) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view }
    return again(unseen(report, view), 'report')
  }
  if (!seen.statuses.includes('pendingDelete')) return { kind: 'done', data: view }
  const isRestorable = seen.graceStatuses.length === 0 || seen.graceStatuses.includes('redemptionPeriod')
  return isRestorable ? again(unseen(request, view), 'request') : tooLate(view)
}

function again(judgment: Judgment, step: 'request' | 'report'): RestoreStep {
  return judgment.kind === 'send again' ? { kind: step } : judgment
}

function tooLate(view: RegistryView): RestoreStep {
  const text = 'the redemption period is over'
  return { kind: 'refused', reason: { refusal: 'restore_not_allowed', code: 2304, text }, data: view }
}
