import { waits } from '../unfinished'
import type { Invariant } from './invariant'

/** Every order has ended, or waits for its registry and the domain shows it. */
export const finalOrWaiting: Invariant = {
  name: 'every order final or visibly waiting',
  async check({ sql, clientLog }) {
    const orders = await sql.query<{ what: string; isFine: boolean }>(
      `select o.purpose || ' of ' || d.name || ': ' || o.state || ', ' || coalesce(w.state, 'unknown to the worker') as what,
         o.settled_at is not null or (${waits} and d.phase not in ('active', 'failed')) as "isFine"
       from domains.registry_operation o
       join domains.domain d on d.id = o.domain_id
       left join registry_worker.operation w on w.id = o.operation_id`,
    )
    const messages = await sql.query<{ what: string }>(
      `select 'unpublished in domains: ' || message as what from domains.outbox
       union all select 'unpublished in orders: ' || message from orders.outbox
       union all select 'unpublished in registry_worker: ' || message from registry_worker.outbox
       union all select 'unpublished in customers: ' || message from customers.outbox
       union all select 'unpublished in dns: ' || message from dns.outbox`,
    )
    return {
      count: orders.rows.length,
      broken: [
        ...orders.rows.filter(({ isFine }) => !isFine).map(({ what }) => what),
        ...messages.rows.map(({ what }) => what),
        ...clientLog.unanswered.map((what) => `without an answer: ${what}`),
      ],
    }
  },
}
