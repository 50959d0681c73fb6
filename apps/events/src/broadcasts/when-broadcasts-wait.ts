import { randomUUID } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { EVENTS_CONFIG, type EventsConfig } from '../config'
import { WhenEventsArrive } from '../log/when-events-arrive'
import { findOldestBroadcast, tellAccounts } from './broadcast.store'

/** Milliseconds between two looks for broadcasts that another process has left. */
const EVERY_MS = 1_000

/** Accounts of one transaction. */
const BATCH = 500

const DAY_MS = 86_400_000

/**
 * Makes an event of each account of what is told to many: some accounts in each transaction, so that one broadcast neither
 * holds the log for long nor begins again after a crash. Of an object, one broadcast ends before the next one begins.
 */
@Injectable()
export class WhenBroadcastsWait extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: WhenEventsArrive,
    @Inject(EVENTS_CONFIG) private readonly config: EventsConfig,
    schedule: Schedule,
  ) {
    super({ name: 'broadcasts', everyMs: EVERY_MS, schedule })
  }

  /** The sandbox clock moves on when all accounts have their events. */
  protected override async nextDue(): Promise<Date | undefined> {
    const [oldest] = await this.database.read(findOldestBroadcast, { keptSince: this.keptSince() })
    return oldest?.arrivedAt
  }

  protected async sweep(): Promise<void> {
    let goesOn: boolean
    do goesOn = await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) => this.tellSome(tx))
    while (goesOn && !this.isStopped)
  }

  /** Returns whether more may wait. */
  private async tellSome(tx: Tx): Promise<boolean> {
    const now = this.clock.machineNow()
    const [done] = await tx.query(tellAccounts, { limit: BATCH, keptSince: this.keptSince(), now })
    if (done) tx.afterCommit(() => void this.log.run())
    return done !== undefined
  }

  /** A broadcast that is older is not kept, so no other waits for it. */
  private keptSince(): Date {
    return new Date(this.clock.machineMs() - this.config.RETENTION_EVENTS_DAYS * DAY_MS)
  }
}
