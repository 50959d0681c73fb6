import type { Invariant } from './invariant'

/** Every order has one effect at the registry; a refused order has none. The registry's own record counts. */
export const oneEffect: Invariant = {
  name: 'one effect per order',
  async check({ sql }) {
    const { rows } = await sql.query<{
      name: string
      command: string
      done: number
      begun: number
      open: number
      effects: number
    }>(
      `with orders as (
         select d.name, split_part(o.kind, '.', 2) as kind,
           count(*) filter (where w.state = 'done') as done,
           -- What the registry has begun and not completed, such as a cancelled transfer, has its effect there too.
           count(*) filter (where w.state <> 'done' and w.pending_at is not null) as begun,
           count(*) filter (where w.state not in ('done', 'refused', 'failed') and w.pending_at is null) as open
         from domains.registry_operation o
         join domains.domain d on d.id = o.domain_id
         join registry_worker.operation w on w.id = o.operation_id
         where o.kind in ('domain.create', 'domain.renew', 'domain.transfer', 'domain.delete', 'domain.restore')
         group by 1, 2
       ), effects as (
         select objects[1] as name,
           case when command in ('domain:update', 'domain:cancel-delete') or request like '%cancel%' then 'restore' else split_part(command, ':', 2) end as kind,
           count(*) as effects
         from sandbox_registry.audit
         where registrar = 'nameyard' and code in (1000, 1001) and (
           command in ('domain:create', 'domain:renew', 'domain:delete', 'domain:cancel-delete')
           or (command = 'domain:transfer' and request like '%op="request"%')
           or (command = 'domain:update' and request like '%restore op="request"%'))
         group by 1, 2
       )
       select coalesce(o.name, e.name) as name, coalesce(o.kind, e.kind) as command,
         coalesce(o.done, 0)::int as done, coalesce(o.begun, 0)::int as begun,
         coalesce(o.open, 0)::int as open, coalesce(e.effects, 0)::int as effects
       from orders o full join effects e on e.name = o.name and e.kind = o.kind`,
    )
    return {
      count: rows.length,
      broken: rows
        .filter(({ done, begun, open, effects }) => effects < done + begun || effects > done + begun + open)
        .map(
          (row) =>
            `${row.command} of ${row.name}: ${row.done} done, ${row.begun} begun, ${row.open} open, ${row.effects} at the registry`,
        ),
    }
  },
}
