/** What domains are counted by: the counters are kept by triggers, see the migrations of `domain_count`. */
export type CountedKind = 'extension' | 'handle' | 'ns_group' | 'phase'

/**
 * The counters that a condition on `reseller_id`, `is_deleted`, `kind` and `value` leaves, as `value` and `domains`: those
 * that were folded, and what has changed since.
 */
export const countersWhere = (condition: string) => `
  select value, sum(domains)::integer as domains from (
    select reseller_id, is_deleted, kind, value, domains from domain_count
    union all
    select reseller_id, is_deleted, kind, value, change from domain_count_change) counter
  where ${condition} group by value having sum(domains) <> 0`
