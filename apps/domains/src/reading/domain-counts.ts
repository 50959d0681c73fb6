import { sql, type Sql } from '@nameyard/persistence/statement'

/** The properties by which domains are counted. Triggers update the counters: see the migrations of `domain_count`. */
export type CountedKind = 'extension' | 'handle' | 'ns_group' | 'phase'

/**
 * The counters that meet a condition on `reseller_id`, `is_deleted`, `kind` and `value`, as columns `value` and `domains`:
 * the stored counters with the changes that are not added to them yet.
 */
export const countersWhere = (condition: Sql) => sql`
  select value, sum(domains)::integer as domains from (
    select reseller_id, is_deleted, kind, value, domains from domain_count
    union all
    select reseller_id, is_deleted, kind, value, change from domain_count_change) counter
  where ${condition} group by value having sum(domains) <> 0`
