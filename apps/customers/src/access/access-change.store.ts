import type { readAccessChanges } from '@nameyard/contracts/access/read-access-changes'
import type { Result } from '@nameyard/contracts/operation'
import { sql, statement } from '@nameyard/persistence/statement'
import { allowances, type Spending } from './request-allowance'

/**
 * Reads which accounts have changed since a moment, and updates the allowances of those whose requests are reported. The
 * rows that a transaction commits after this statement has read belong to the next moment: `pg_snapshot_xmin` is the
 * oldest transaction that it could not see the end of.
 */
export const findAccessChanges = statement<Spending & { since: string | null }, Result<typeof readAccessChanges>>(
  'access.changes',
  (given) => sql`
    with ${allowances(given, sql`select 0, 0 where false`)}
    select pg_snapshot_xmin(pg_current_snapshot())::text as next,
      array(select distinct reseller_id from access_change where transaction >= ${given.since}::text::xid8) as changed,
      (select coalesce(json_agg(json_build_object('resellerId', reseller_id, 'remaining', remaining,
          'perSecond', per_second, 'burst', burst)), '[]')
        from allowance join spent using (reseller_id)) as allowances`,
)
