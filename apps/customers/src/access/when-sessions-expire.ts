import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { SessionEvents } from '../account-events/session-events'
import { removeExpired } from './token.store'

const MINUTE_MS = 60_000

/** Sessions of one transaction. */
const BATCH = 500

/** Deletes tokens that have reached their end, and tells it. They do not work from that moment on, whenever this runs. */
@Injectable()
export class WhenSessionsExpire extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionEvents,
  ) {
    super({ name: 'ends of sessions', everyMs: MINUTE_MS })
  }

  override onApplicationBootstrap(): void {
    void super.onApplicationBootstrap()
    void this.run()
  }

  protected async sweep(): Promise<void> {
    let expired: number
    do
      expired = await this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
        const sessions = await tx.query(removeExpired, { now: this.clock.machineNow(), limit: BATCH })
        for (const { resellerId, ...session } of sessions) await this.sessions.tellEnded(tx, resellerId, [session])
        return sessions.length
      })
    while (expired === BATCH && !this.isStopped)
  }
}
