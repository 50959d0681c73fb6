import type { Period } from '@nameyard/epp/domain/period'
import { PENDING_PAUSE_MS, outOfReach, unseen, type Judgment, type Sent } from './judgment'
import { isOurs, type Seen } from './seen'
import { viewOf } from './view'

const DAY_MS = 86_400_000

/** Registries end a registration ten years ahead at the latest. */
const LONGEST_YEARS = 10

/** A renewal of which it is asked whether it was carried out. */
export interface LostRenew extends Sent {
  /** Day on which the domain expired before: `2027-11-20`. */
  readonly expiresOn: string
  readonly period: Period
}

/**
 * Judges a renewal, whose answer was lost or was a refusal, by the day on which the domain expires now (RFC 5731 section
 * 3.2.3). On the day asked for it has what was ordered, whoever did it. Any other day than that and the one before means
 * that somebody else renewed it meanwhile: the order was made for another state of the domain.
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
  // A registry may count from 29 February to 28 February or to 1 March.
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
