import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { eventually } from '@nameyard/testing/eventually'
import type { Invariant } from './invariant'

/** The rules of `ledger verify` hold, and all payments are in the balances or were spent for captured orders. */
export const ledgerAddsUp: Invariant = {
  name: 'the ledger adds up',
  async check({ sql, installation, clientLog, accounts, credit }) {
    const { operator } = installation
    const verified = () => operator.rpc.call(verifyLedger, { all: true }, operator.call())
    const { findings, unasked, counted } = await eventually(verified, 'the result of the ledger verification')
    const { rows } = await sql.query<{ resellerId: number; paid: number; left: number; spent: number }>(
      `select a.reseller_id as "resellerId", (-a.deposits)::float8 as paid,
         (a.available + a.reserved)::float8 as left,
         coalesce((select sum(amount) from orders.reservation r
           where r.reseller_id = a.reseller_id and r.state = 'captured'
             and not exists (select from orders.ssl_purchase p where p.order_id = r.order_id and p.refunded_at is not null)),
           0)::float8 as spent
       from orders.ledger_account a`,
    )
    return {
      count: counted.transactions,
      broken: [
        ...findings.map(({ rule, subject, detail }) => `${rule}: ${subject} ${detail}`),
        ...unasked.map((owner) => `${owner} did not answer`),
        ...accounts.flatMap(({ resellerId }) => {
          const found = rows.find((row) => row.resellerId === resellerId)
          const paid = credit + (clientLog.payments.get(resellerId) ?? 0)
          return [
            ...(found?.paid === paid ? [] : [`account ${resellerId} paid ${paid} cents, but has ${found?.paid}`]),
            ...(found && found.left + found.spent !== found.paid
              ? [`account ${resellerId}: ${found.left} left and ${found.spent} spent of ${found.paid}`]
              : []),
          ]
        }),
      ],
    }
  },
}
