import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { CustomerErasure } from './customer-erasure'
import { firstDutyEnd, lockKept } from './customer.store'

const HOUR_MS = 3_600_000

/** Customers of one transaction. */
const BATCH = 100

/** Erases deleted customers whose data no duty keeps any more. Concurrent sweeps get different customers. */
@Injectable()
export class WhenDutyEnds extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly erasure: CustomerErasure,
    private readonly clock: Clock,
    schedule: Schedule,
  ) {
    super({ name: 'erasure', everyMs: HOUR_MS, schedule })
  }

  protected async sweep(): Promise<void> {
    let erased: number
    do
      erased = await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
        const customers = await tx.query(lockKept, { now: this.clock.now(), limit: BATCH })
        for (const customer of customers) await this.erasure.erase(tx, customer)
        return customers.length
      })
    while (erased === BATCH && !this.isStopped)
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [first] = await this.database.read(firstDutyEnd)
    return first?.until ?? undefined
  }
}
