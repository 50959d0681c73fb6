import type { Invariant } from './invariant'

/** An order that was carried out is charged once; any other order is not charged. */
export const oneCharge: Invariant = {
  name: 'one charge per order',
  async check({ sql }) {
    const { rows } = await sql.query<{ subject: string; action: string; state: string; ended: string | null }>(
      `select r.subject, r.action, r.state, w.state as ended
       from orders.reservation r left join registry_worker.operation w on w.id = r.order_id
       where r.owner = 'domains'`,
    )
    const uncharged = await sql.query<{ what: string }>(
      `select o.purpose || ' of ' || d.name as what from domains.registry_operation o
       join domains.domain d on d.id = o.domain_id
       left join orders.reservation r on r.order_id = o.operation_id
       where o.charge is not null and r.order_id is null`,
    )
    const expected = (ended: string | null) =>
      ended === null || ended === 'refused' || ended === 'failed'
        ? ['released']
        : ended === 'done'
          ? ['captured']
          : ['confirmed', 'captured']
    return {
      count: rows.length,
      broken: [
        ...rows
          .filter(({ state, ended }) => !expected(ended).includes(state))
          .map(
            (row) => `${row.action} of ${row.subject}: ${row.ended ?? 'never placed'}, but its payment is ${row.state}`,
          ),
        ...uncharged.rows.map(({ what }) => `${what} has a price, but no payment`),
      ],
    }
  },
}
