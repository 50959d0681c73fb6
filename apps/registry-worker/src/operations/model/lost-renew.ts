import type { Period } from '@nameyard/epp/domain/period'
import { isOurs, type Seen } from '../../dialects/model/seen'
import { PENDING_PAUSE_MS, outOfReach, unseen, type Judgment, type Sent } from './judgment'
import { viewOf } from './view'

const DAY_MS = 86_400_000

/** A registration lasts at most ten years from now. */
const LONGEST_YEARS = 10

/** A sent renewal, to be judged by the expiry date. */
export interface LostRenew extends Sent {
  /** The expiry date before the renewal: `2027-11-20`. */
  readonly expiresOn: string
  readonly period: Period
}

/**
 * Judges a renewal that was lost or refused by the current expiry date (RFC 5731 section 3.2.3). With the ordered date it
 * succeeded, also when the registry renewed by itself. Any date but the ordered and the old one means that another party
 * renewed meanwhile: the order was made for another state of the domain.
 */
export function judgeLostRenew(seen: Seen, lost: LostRenew): Judgment {
  const view = viewOf(seen, lost.clientId)
  if (!isOurs(seen, lost.clientId)) return outOfReach(view)
  if (seen.exDate === undefined) return unseen(lost, view)
  const before = new Date(lost.expiresOn)
  const expires = dayOf(seen.exDate)
  if (expires.getTime() === before.getTime()) {
    const isPending = seen.statuses.includes('pendingRenew')
    return isPending ? { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view } : unseen(lost, view)
  }
  // For 29 February, registries differ: 28 February or 1 March.
  const asked = plus(before, lost.period)
  const isAsAsked = Math.abs(expires.getTime() - asked.getTime()) <= DAY_MS
  const isWithin = expires > before && expires < asked
  const isCapped = isWithin && expires.getTime() + DAY_MS >= plus(lost.sentAt, longest).getTime()
  if (isAsAsked || isCapped) return { kind: 'done', data: view }
  const text = `the domain expires on ${expires.toISOString().slice(0, 10)}, not on ${lost.expiresOn}`
  return { kind: 'refused', reason: { refusal: 'registry_refused', code: 2306, text }, data: view }
}

const longest: Period = { value: LONGEST_YEARS, unit: 'y' }

function dayOf(instant: Date): Date {
  return new Date(instant.toISOString().slice(0, 10))
}

function plus(day: Date, { value, unit }: Period): Date {
  const months = day.getUTCFullYear() * 12 + day.getUTCMonth() + (unit === 'y' ? value * 12 : value)
  const [year, month] = [Math.floor(months / 12), months % 12]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day.getUTCDate(), last)))
}
