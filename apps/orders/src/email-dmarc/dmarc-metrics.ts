import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { nextDmarcDue } from './dmarc-order.store'

/** Metrics of e-mail DMARC orders. */
@Injectable()
export class DmarcMetrics implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.add({
      name: 'orders_dmarc_late_seconds',
      help: 'How long the oldest step of an e-mail DMARC order is overdue.',
      read: async () => {
        const [row] = await this.database.read(nextDmarcDue)
        return this.clock.secondsSince(row?.dueAt)
      },
    })
  }
}
