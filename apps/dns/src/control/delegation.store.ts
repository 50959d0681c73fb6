import { raw, sql, statement } from '@nameyard/persistence/statement'

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
 * public resolution did not answer. Returns whether the result is another one than before.
 */
export const saveDelegation = statement<
  {
    zoneId: number
    resellerId: number
    state: string | null
    found: readonly string[]
    until: Date
    now: Date
    dueAt: Date
  },
  { isNews: boolean }
>(
  'dns.save-delegation',
  (given) => sql`
    update zone_delegation d set claimed_until = null, due_at = ${given.dueAt},
      reseller_id = case when ${given.state}::text is null then d.reseller_id else ${given.resellerId} end,
      state = coalesce(${given.state}, d.state),
      found = case when ${given.state}::text is null then d.found else ${given.found}::text[] end,
      checked_at = case when ${given.state}::text is null then d.checked_at else ${given.now}::timestamptz end
    from (select * from zone_delegation where zone_id = ${given.zoneId} for update) before
    where d.zone_id = before.zone_id and d.claimed_until = ${given.until}
    returning (d.state, d.found, d.reseller_id) is distinct from (before.state, before.found, before.reseller_id)
      as "isNews"`,
)

/** Makes the delegation of a zone due, unless it was checked or tried a short while ago. */
export const checkSoon = statement<{ zoneId: number; now: Date }>(
  'dns.check-delegation-soon',
  (given) => sql`
    update zone_delegation set due_at = ${given.now}
    where zone_id = ${given.zoneId} and due_at > ${given.now}
      and (tried_at is null or tried_at < ${given.now}::timestamptz - interval '${OLD}')`,
)
