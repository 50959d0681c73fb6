import { statement } from '@nameyard/persistence/statement'

/** `$1` now, `$2` when the next comparison is due. A row: this replica is the one that compares. */
export const claimComparison = statement(
  'dns.claim-comparison',
  'update drift_sweep set next_comparison_at = $2 where next_comparison_at <= $1 returning next_comparison_at',
)

/** How many zones all accounts have together. */
export const liveZones = statement(
  'dns.count-live-zones',
  'select coalesce(sum(masters + slaves), 0)::integer as count from zone_count',
)

/** `$1` instant, `$2` how many: zones that were last compared before the instant, longest ago first. */
export const zonesToCompare = statement(
  'dns.zones-to-compare',
  `select id from zone
   where deleted_at is null and compared_at <= $1 and published_version = version and claimed_until is null
   order by compared_at limit $2`,
)

/** `$1` zone, `$2` when it counts as compared. */
export const markCompared = statement('dns.mark-compared', 'update zone set compared_at = $2 where id = $1')
