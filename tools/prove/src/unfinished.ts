import type { Client as Sql } from 'pg'

/**
 * SQL: whether the operation `w` of the worker waits for its registry to decide, or for an earlier one of the same object that
 * does.
 */
export const waits = `exists (select from registry_worker.operation earlier where earlier.object = w.object
  and earlier.seq <= w.seq and earlier.state = 'waiting')`

/** Returns the work that is still open, as text: orders that do not wait for their registry, certificates, messages, zones, payments. */
export async function unfinished(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ what: string }>(
    `select 'domains: ' || o.purpose || ' of ' || d.name as what from domains.registry_operation o
       join domains.domain d on d.id = o.domain_id
       left join registry_worker.operation w on w.id = o.operation_id
       where o.settled_at is null and not ${waits}
     union all select 'worker: ' || kind || ' of ' || object || ' ' || state from registry_worker.operation w
       where settled_at is null and not ${waits}
     union all select 'certificate: ' || common_name || ' ' || problem from orders.ssl_order
       where status = 'REQ' or work = 'revoke'
     union all select 'money: ' || r.action || ' of ' || r.subject || ' ' || r.state from orders.reservation r
       left join registry_worker.operation w on w.id = r.order_id
       where r.state in ('open', 'confirmed') and not ${waits}
     union all select 'zone: ' || name from dns.zone where published_version < version
     union all select 'message: ' || message from customers.outbox
     union all select 'message: ' || message from dns.outbox
     union all select 'message: ' || message from domains.outbox
     union all select 'message: ' || message from orders.outbox
     union all select 'message: ' || message from registry_worker.outbox`,
  )
  return rows.map(({ what }) => what)
}
