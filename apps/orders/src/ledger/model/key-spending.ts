import type { Spender } from '@nameyard/contracts/orders/spender'
import { decimalsOf, readAmount } from '../../pricing/model/money'

export type Period = 'day' | 'month'

/** What an API key has spent in the current day and month in UTC, in minor units. */
export type Spent = Readonly<Record<Period, number>>

/** A limit that an order exceeds, and what is left of it, in minor units. */
export interface ExceededLimit {
  readonly period: Period
  readonly limit: number
  readonly left: number
}

/** The starts of the day and the month of an instant, in UTC. */
export function periodStarts(now: Date): Readonly<Record<Period, Date>> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { day: new Date(Date.UTC(year, month, now.getUTCDate())), month: new Date(Date.UTC(year, month, 1)) }
}

/** Returns the limit that an order of a key exceeds; undefined when it may be placed. The smaller period comes first. */
export function exceededLimit(
  { perDay, perMonth }: Spender,
  currency: string,
  amount: number,
  spent: Spent,
): ExceededLimit | undefined {
  for (const [period, given] of [
    ['day', perDay],
    ['month', perMonth],
  ] as const) {
    if (given === undefined) continue
    const limit = minorUnits(currency, given)
    if (spent[period] + amount > limit) return { period, limit, left: Math.max(0, limit - spent[period]) }
  }
  return undefined
}

/** A limit in minor units. Decimals that the currency does not have are dropped: 9.99 of yen is 9. */
function minorUnits(currency: string, limit: number): number {
  const [whole = '0', fraction = ''] = String(limit).split('.')
  const kept = fraction.slice(0, decimalsOf(currency))
  return readAmount(currency, kept === '' ? whole : `${whole}.${kept}`)?.amount ?? 0
}
