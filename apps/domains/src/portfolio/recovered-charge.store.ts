import { createHash } from 'node:crypto'
import type { LostCharge } from '@nameyard/contracts/domains/recover-names'
import type { RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import { sql, statement } from '@nameyard/persistence/statement'

/** A lost charge of a name. */
export interface RecoveredCharge extends LostCharge {
  readonly key: string
  readonly resellerId: number
  readonly name: string
  readonly state: 'proposed' | 'confirmed' | 'posted' | 'waived'
}

/**
 * The keys of the charges of a name: the same for the same transactions of the same registration, whenever they are
 * recovered, and whether a journal says more of them or not.
 */
export function keysOf(
  name: string,
  there: Pick<RegisteredDomain, 'expiresAt' | 'roid'>,
  charges: readonly LostCharge[],
): string[] {
  return charges.map(({ operation }, index) => {
    const before = charges.slice(0, index).filter((each) => each.operation === operation).length
    const text = [operation, before, name, there.roid, there.expiresAt].join(' ')
    return `recovered ${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
  })
}

export const proposeCharge = statement<Omit<RecoveredCharge, 'state'> & { now: Date }>(
  'domains.propose-charge',
  (given) => sql`
    insert into recovered_charge
      (key, reseller_id, name, operation, years, happened_at, amount, currency, state, proposed_at)
    values (${given.key}, ${given.resellerId}, ${given.name}, ${given.operation}, ${given.years}, ${given.at},
      ${given.amount}, ${given.currency}, 'proposed', ${given.now})
    on conflict (key) do nothing`,
)

export const chargesIn = statement<
  { states: readonly string[]; after: string; limit: number },
  Omit<RecoveredCharge, 'at'> & { readonly happenedAt: Date }
>(
  'domains.recovered-charges',
  ({ states, after, limit }) => sql`
    select key, reseller_id as "resellerId", name, operation, years, happened_at as "happenedAt",
      amount::float8 as amount, currency, state
    from recovered_charge where state = any(${states}::text[]) and key > ${after} order by key limit ${limit}`,
)

/** Moves a charge to a state from one of the given ones. Returns no row when it is in another state. */
export const closeCharge = statement<
  { key: string; from: readonly string[]; state: string; reason: string; now: Date },
  { name: string; resellerId: number }
>(
  'domains.close-charge',
  ({ key, from, state, reason, now }) => sql`
    update recovered_charge set state = ${state}, closed_at = ${now},
      reason = case ${reason}::text when '' then reason else ${reason}::text end
    where key = ${key} and state = any(${from}::text[]) returning name, reseller_id as "resellerId"`,
)

export const chargeState = statement<{ key: string }, Pick<RecoveredCharge, 'state'>>(
  'domains.charge-state',
  ({ key }) => sql`select state from recovered_charge where key = ${key}`,
)
