import { sql, statement } from '@nameyard/persistence/statement'

/** Claims the due comparison and sets the next one. Returns a row in the one replica that compares. */
export const claimComparison = statement<{ now: Date; next: Date }>(
  'dns.claim-comparison',
  (given) => sql`
    update drift_sweep set next_comparison_at = ${given.next} where next_comparison_at <= ${given.now}
    returning next_comparison_at`,
)

/** Number of zones of all accounts. */
export const liveZones = statement<void, { count: number }>(
  'dns.count-live-zones',
  () => sql`select coalesce(sum(masters + slaves), 0)::integer as count from zone_count`,
)

/** Zones that were last compared before an instant, longest ago first. */
export const zonesToCompare = statement<{ before: Date; limit: number }, { id: number }>(
  'dns.zones-to-compare',
  (given) => sql`
    select id from zone
    where deleted_at is null and compared_at <= ${given.before} and published_version = version
      and claimed_until is null
    order by compared_at limit ${given.limit}`,
)

/** Sets when a zone counts as compared. */
export const markCompared = statement<{ id: number; now: Date }>(
  'dns.mark-compared',
  ({ id, now }) => sql`update zone set compared_at = ${now} where id = ${id}`,
)
