import type { Tx } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'

/** The id after that of every domain. */
const AFTER_ALL = raw('2147483647')

interface Expiries {
  /** Days before the expiry at which the notice is due. */
  readonly days: number
  readonly after: Date
  readonly until: Date
}

/** Notices begin with the domains that come near their expiry from now on. */
const begin = statement<Pick<Expiries, 'days' | 'until'>>(
  'domains.begin-notices',
  ({ days, until }) => sql`
    insert into notice_position (days, expires_at, domain_id) values (${days}, ${until}, ${AFTER_ALL})
    on conflict do nothing`,
)

/**
 * Takes the next domains in the order of their expiry, and moves the position behind them, or to the end when they are the
 * last ones. Locks the position: replicas take turns, and each goes on where the other one stopped.
 */
const take = statement<Expiries & { readonly limit: number }, { readonly id: number }>(
  'domains.take-expiring',
  ({ days, after, until, limit }) => sql`
    with position as (
      select expires_at, domain_id from notice_position where days = ${days} for update),
    taken as (
      select domain.expires_at, domain.id from position join domain
        on (domain.expires_at, domain.id) > (position.expires_at, position.domain_id)
      where domain.deleted_at is null and domain.expires_at > ${after} and domain.expires_at <= ${until}
      order by domain.expires_at, domain.id limit ${limit}),
    reached as (
      select expires_at, id from taken where (select count(*) from taken) = ${limit}
      union all select ${until}, ${AFTER_ALL} where (select count(*) from taken) < ${limit}
      order by 1 desc, 2 desc limit 1),
    moved as (
      update notice_position set expires_at = reached.expires_at, domain_id = reached.id from reached
      where days = ${days}
        and (reached.expires_at, reached.id) > (notice_position.expires_at, notice_position.domain_id))
    select id from taken`,
)

/** When the next of some notices is due; null if there is none. Days have 24 hours, as in the rest of the lifecycle. */
export const nextNotice = statement<{ readonly days: readonly number[] }, { readonly dueAt: Date | null }>(
  'domains.next-notice',
  ({ days }) => sql`
    select min(near.expires_at - make_interval(hours => 24 * position.days)) as "dueAt"
    from notice_position position cross join lateral (
      select expires_at from domain
      where deleted_at is null and (expires_at, id) > (position.expires_at, position.domain_id)
      order by expires_at, id limit 1) near
    where position.days = any(${days}::integer[])`,
)

/** The ids of domains whose expiry has come near enough for a notice, each once; at most `limit` of them. */
export async function takeExpiring(tx: Tx, expiries: Expiries, limit: number): Promise<readonly number[]> {
  await tx.query(begin, expiries)
  const taken = await tx.query(take, { ...expiries, limit })
  return taken.map(({ id }) => id)
}
