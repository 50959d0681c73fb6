import type { Invariant } from './invariant'

/** Every accepted request has placed one order or made one customer, however often the client repeated it; a refused one none. */
export const oneOrder: Invariant = {
  name: 'one order per accepted request',
  async check({ sql, clientLog }) {
    const { rows } = await sql.query<{ name: string; purpose: string; placed: number; done: number }>(
      `select d.name, o.purpose, count(*)::int as placed,
         count(*) filter (where o.state = 'done')::int as done
       from domains.registry_operation o join domains.domain d on d.id = o.domain_id where o.cause = 'order' group by 1, 2`,
    )
    const placed = new Map(rows.map((row) => [`${row.purpose} ${row.name}`, row]))
    const customers = await sql.query<{ handle: string }>(`select handle from customers.customer`)
    const unknown = customers.rows.filter(({ handle }) => !clientLog.customers.has(handle))
    const counted = new Map<string, { accepted: number; refused: number }>()
    for (const { kind, name, isAccepted } of clientLog.orders) {
      const key = `${kind} ${name}`
      const count = counted.get(key) ?? { accepted: 0, refused: 0 }
      count[isAccepted ? 'accepted' : 'refused']++
      counted.set(key, count)
    }
    return {
      count: clientLog.orders.length + clientLog.customers.size,
      broken: [
        ...unknown.map(({ handle }) => `the customer ${handle} was made by no accepted request`),
        ...[...counted].flatMap(([key, { accepted, refused }]) => {
          const { placed: found, done } = placed.get(key) ?? { placed: 0, done: 0 }
          // An order that the registry refused at once was placed, and its request was refused. Updates and deletions of a domain
          // that never was at its registry need no operation there.
          const least = /^(?:delete|update) /.test(key) ? 0 : accepted
          return found >= least && found <= accepted + refused && done <= accepted
            ? []
            : [`${key}: ${accepted} accepted and ${refused} refused, but ${found} placed and ${done} done`]
        }),
      ],
    }
  },
}
