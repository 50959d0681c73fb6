import { Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { DmarcOrderProcessor } from './dmarc-order-processor'
import { DUE_ORDERS, dueDmarcOrders, nextDmarcDue } from './dmarc-order.store'

/** Orders processed concurrently. Most of their time is waiting for other services. */
const CONCURRENCY = 4

/** Processes due orders: proofs, renewals, removal of records. */
@Injectable()
export class WhenDmarcOrderDue extends SweepTask {
  private readonly log = new Logger('dmarc')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly processor: DmarcOrderProcessor,
    schedule: Schedule,
  ) {
    super({ name: 'dmarc', everyMs: 1_000, schedule })
  }

  /** Runs a sweep now, because an order has just become due. */
  wake(): void {
    if (!this.isStopped) void this.run()
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read(nextDmarcDue)
    return row?.dueAt ?? undefined
  }

  /** Processes every due order once. An order without progress becomes due later. */
  protected async sweep(): Promise<void> {
    for (;;) {
      const times = { now: this.clock.now(), machineNow: this.clock.machineNow() }
      const due = await this.database.read(dueDmarcOrders, times)
      const next = due.values()
      const workers = Array.from({ length: Math.min(CONCURRENCY, due.length) }, async () => {
        for (const { id } of next) await this.process(id)
      })
      await Promise.all(workers)
      if (due.length < DUE_ORDERS || this.isStopped) return
    }
  }

  /** A failure does not stop the other orders. The order is processed again when its claim expires. */
  private async process(id: number): Promise<void> {
    if (this.isStopped) return
    await this.processor.process(id).catch((error: Error) => this.log.warn(`DMARC order ${id}: ${error.message}`))
  }
}
