import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { keyExpired } from '@nameyard/contracts/events/catalogue/key-events'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { KeyEvents } from '../account-events/key-events'
import { endKeys } from './key.store'

const MINUTE_MS = 60_000

/** Keys of one transaction. */
const BATCH = 100

/** Tells that keys have reached their end. They do not work from that moment on, whenever this runs. */
@Injectable()
export class WhenKeysEnd extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: KeyEvents,
  ) {
    super({ name: 'ends of keys', everyMs: MINUTE_MS })
  }

  override onApplicationBootstrap(): void {
    void super.onApplicationBootstrap()
    void this.run()
  }

  protected async sweep(): Promise<void> {
    let ended: number
    do
      ended = await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
        const keys = await tx.query(endKeys, { now: this.clock.machineNow(), limit: BATCH })
        for (const { resellerId, ...key } of keys) {
          await this.events.tell(tx, keyExpired, key, { resellerId, isValid: false })
        }
        return keys.length
      })
    while (ended === BATCH && !this.isStopped)
  }
}
