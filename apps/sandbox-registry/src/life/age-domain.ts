import type { ClientBase } from 'pg'

/**
 * Makes a domain older: every instant of it lies so many seconds earlier, as if all had happened that long before. What
 * is due by that is done by the next job run. False when there is no such domain.
 */
export async function ageDomain(db: ClientBase, name: string, seconds: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `with aged as (
       update sandbox_registry.domain set
         created_at = created_at - make_interval(secs => $2), updated_at = updated_at - make_interval(secs => $2),
         transferred_at = transferred_at - make_interval(secs => $2),
         expires_at = expires_at - make_interval(secs => $2), rgp_until = rgp_until - make_interval(secs => $2),
         redemption_until = redemption_until - make_interval(secs => $2)
       where name = $1 returning name),
     graces as (
       update sandbox_registry.grace set ends_at = ends_at - make_interval(secs => $2)
       where domain = (select name from aged)),
     actions as (
       update sandbox_registry.pending_action set due_at = due_at - make_interval(secs => $2)
       where domain = (select name from aged)),
     transfers as (
       update sandbox_registry.transfer set requested_at = requested_at - make_interval(secs => $2),
         acts_at = acts_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
       where domain = (select name from aged))
     select from aged`,
    [name, seconds],
  )
  return rowCount === 1
}
