import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { oldestUnconfirmed } from './reservation.store'

/** Both sums come from small sets: one row for each account, and the reservations that have not ended. */
const unexplained = statement<void, { currency: string; figure: string }>(
  'metrics.ledger-unexplained',
  () => sql`
    select currency, sum(amount) as figure from (
      select currency, reserved as amount from ledger_account
      union all
      select currency, -amount from reservation where state in ('open', 'confirmed') and reserved_at is not null
    ) moved group by currency`,
)

/** Metrics of the money of accounts. The database itself refuses entries that do not sum to zero. */
@Injectable()
export class LedgerMetrics implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.add({
      name: 'orders_unexplained_reserved',
      help: 'Reserved credit of all accounts without an unfinished order, in minor units; anything but 0 is a fault.',
      labels: ['currency'],
      read: async () =>
        (await this.database.read(unexplained)).map(({ currency, figure }) => ({
          labels: { currency },
          value: Number(figure),
        })),
    })
    this.metrics.add({
      name: 'orders_oldest_unconfirmed_seconds',
      help: 'Age of the oldest reservation whose order was not confirmed.',
      read: async () => {
        const [row] = await this.database.read(oldestUnconfirmed)
        return this.clock.secondsSince(row?.reservedAt)
      },
    })
  }
}
