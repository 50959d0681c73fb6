import { raw, sql, statement, type Sql } from '@nameyard/persistence/statement'
import { wireDate } from '../wire-date'

/** Zones that are checked at the same time. */
const BATCH = raw('20')

/** A result this old is checked again when the zone is read. */
export const OLD_MS = 600_000
const OLD = raw(`${OLD_MS} milliseconds`)

/** A zone whose delegation is due. */
export interface DueZone {
  readonly id: number
  readonly name: string
  readonly resellerId: number
}

/** Claims zones whose delegation is due, unless another process checks them. */
export const claimDelegations = statement<{ now: Date; machineNow: Date; until: Date }, DueZone>(
  'dns.claim-delegations',
  (given) => sql`
    with due as (
      select zone_id from zone_delegation
      where due_at <= ${given.now} and (claimed_until is null or claimed_until < ${given.machineNow})
      order by due_at limit ${BATCH} for update skip locked)
    update zone_delegation d set claimed_until = ${given.until}, tried_at = ${given.now}
    from due join zone z on z.id = due.zone_id where d.zone_id = due.zone_id
    returning z.id, z.name, z.reseller_id as "resellerId"`,
)

/**
 * Stores the result of a check, unless the zone has another account meanwhile. Without a state the last result stays:
 * public resolution did not answer.
 */
export const saveDelegation = statement<{
  zoneId: number
  resellerId: number
  state: string | null
  found: readonly string[]
  until: Date
  now: Date
  dueAt: Date
}>(
  'dns.save-delegation',
  (given) => sql`
    update zone_delegation set claimed_until = null, due_at = ${given.dueAt},
      reseller_id = case when ${given.state}::text is null then reseller_id else ${given.resellerId} end,
      state = coalesce(${given.state}, state),
      found = case when ${given.state}::text is null then found else ${given.found}::text[] end,
      checked_at = case when ${given.state}::text is null then checked_at else ${given.now}::timestamptz end
    where zone_id = ${given.zoneId} and claimed_until = ${given.until}`,
)

/** Makes the delegation of a zone due, unless it was checked or tried a short while ago. */
export const checkSoon = statement<{ zoneId: number; now: Date }>(
  'dns.check-delegation-soon',
  (given) => sql`
    update zone_delegation set due_at = ${given.now}
    where zone_id = ${given.zoneId} and due_at > ${given.now}
      and (tried_at is null or tried_at < ${given.now}::timestamptz - interval '${OLD}')`,
)

/** The stored delegation of a zone `z` as the wire has it. `expected` are the name servers of its account. */
export const wireDelegation = (expected: Sql): Sql => sql`(
    select json_build_object('state', coalesce(d.state, 'unknown'), 'expected', ${expected},
      'found', coalesce(d.found, '{}'), 'checked_at', coalesce(${wireDate(sql`d.checked_at`)}, '0000-00-00 00:00:00'))
    from (values (1)) one left join zone_delegation d on d.zone_id = z.id and d.reseller_id = z.reseller_id)`
