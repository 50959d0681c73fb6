import { randomUUID } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import { sendEventMail } from '@nameyard/contracts/customers/send-event-mail'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { EVENTS_CONFIG, type EventsConfig } from '../config'
import { Additions } from './additions'
import { findArrivals, findFollowers, findOldestArrival, type Arrived } from './arrival.store'
import { LogMetrics } from './log-metrics'
import { appendEvents, lockLogs } from './log.store'
import { mailOf } from './mail-of'
import { inOrder } from './model/in-order'

/** Milliseconds between two looks for events that another process has left. */
const EVERY_MS = 1000

/** Events of one transaction, without those that were held. */
const BATCH = 500

/** The types that people of the account are told of, and the states that they are told of. */
const notices = accountEvents.flatMap(({ type, notice }) =>
  notice ? (notice.only ?? [null]).map((state) => ({ type, condition: state && JSON.stringify(state) })) : [],
)
const noticeTypes = notices.map(({ type }) => type)
const noticeConditions = notices.map(({ condition }) => condition)

/** The types that people are mailed about. */
const mailedTypes = accountEvents.flatMap(({ type, mail }) => (mail ? [type] : []))

const DAY_MS = 86_400_000

/**
 * Adds the events that have arrived to the logs of their accounts. Runs when events arrive; one process at a time, so that
 * numbers have no gaps and each event is behind the one of its object before it.
 */
@Injectable()
export class WhenEventsArrive extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly metrics: LogMetrics,
    private readonly additions: Additions,
    @Inject(EVENTS_CONFIG) private readonly config: EventsConfig,
    schedule: Schedule,
  ) {
    super({ name: 'event log', everyMs: EVERY_MS, schedule })
  }

  /** The sandbox clock moves on when the events so far are in the logs. */
  protected override async nextDue(): Promise<Date | undefined> {
    const [oldest] = await this.database.read(findOldestArrival)
    return oldest?.arrivedAt
  }

  protected async sweep(): Promise<void> {
    let isFull: boolean
    do isFull = await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) => this.addSome(tx))
    while (isFull && !this.isStopped)
  }

  /** Returns whether more events may wait. */
  private async addSome(tx: Tx): Promise<boolean> {
    await tx.query(lockLogs)
    const now = this.clock.machineNow()
    const keptSince = new Date(now.getTime() - this.config.RETENTION_EVENTS_DAYS * DAY_MS)
    const arrived = await tx.query(findArrivals, { limit: BATCH, keptSince })
    if (arrived.length === 0) return false
    const found = await withFollowers(tx, arrived)
    const { ready, held } = inOrder(found.filter(({ isRecorded }) => !isRecorded))
    const mailed = await tx.query(appendEvents, {
      ids: ready.map(({ id }) => id),
      recorded: found.flatMap(({ id, isRecorded }) => (isRecorded ? [id] : [])),
      held: held.flatMap(({ id, isHeld }) => (isHeld ? [] : [id])),
      notices: noticeTypes,
      conditions: noticeConditions,
      mailed: mailedTypes,
      now,
    })
    const requests = mailed.map(({ request }) => request)
    await this.outbox.appendAll(tx, sendEventMail, mailed.map(mailOf), requests)
    tx.afterCommit(() => {
      this.metrics.added(ready.length)
      this.additions.announce(new Set(ready.map(({ account }) => account)))
    })
    return arrived.length >= BATCH
  }
}

/** Events with those that were held for them, and so on. */
async function withFollowers(tx: Tx, arrived: readonly Arrived[]): Promise<Arrived[]> {
  const found = new Map(arrived.map((event) => [event.id, event]))
  for (let last = arrived; last.length > 0;) {
    const followers = await tx.query(findFollowers, { ids: last.map(({ id }) => id) })
    last = followers.filter(({ id }) => !found.has(id))
    for (const event of last) found.set(event.id, event)
  }
  return [...found.values()]
}
