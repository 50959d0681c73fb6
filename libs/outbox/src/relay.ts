import { setTimeout as pause } from 'node:timers/promises'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common'
import type { ServiceName } from '@nameyard/contracts/operation'
import { BrokerMark } from '@nameyard/messaging/broker-mark'
import { Connection, type Attachment, type Channels } from '@nameyard/messaging/connection'
import { Publisher, Unconfirmed } from '@nameyard/messaging/publisher'
import { ASYNCHRONOUS_COMMIT } from '@nameyard/persistence/asynchronous-commit'
import { Database } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import type { Span, Tracer } from '@nameyard/tracing/span'
import { BrokerChange } from './broker-change'

/** Measured: throughput is flat beyond 500 messages per confirmed batch. */
const BATCH = 500

/**
 * Longer than a broker takes to confirm a batch. When a relay crashes, its rows are delayed by this time, and by up to
 * `LONGEST_POLL_MS` unless another one starts.
 */
const CLAIM = '5 seconds'

/**
 * Milliseconds between two queries of the table. They find the rows of a process that was killed; a process publishes its
 * own rows without a query. Each query that finds none makes the pause longer by this time: a process that starts queries
 * often for as long as claims last, and one that runs seldom.
 */
const POLL_MS = 1_000
const LONGEST_POLL_MS = 5_000

/** Milliseconds to the next query after messages could not be published. */
const RETRY_MS = 250

/** SQL of the time at which a claim that is made now expires. */
export const CLAIMED_UNTIL = sql`clock_timestamp() + interval '${raw(CLAIM)}'`

/**
 * Milliseconds for which deletions of published rows are collected, since they are not urgent and many cost as much as one:
 * until there were no more for a while, and not longer than a crash may publish again.
 */
const REMOVAL_MS = 100
const LONGEST_REMOVAL_MS = 500

/** A row of the outbox. */
export interface StagedMessage {
  readonly id: string
  readonly messageId: string
  readonly message: string
  readonly recipient: string | null
  readonly payload: string
  readonly correlationId: string
  /** The `traceparent` of the step that staged it. */
  readonly trace: string | null
}

const claim = statement<void, StagedMessage>(
  'outbox.claim',
  () => sql`
    update outbox set claimed_until = ${CLAIMED_UNTIL}
    where id in (
      select id from outbox where claimed_until is null or claimed_until < clock_timestamp()
      order by id limit ${raw(String(BATCH))} for update skip locked)
    returning id, message_id as "messageId", message, recipient, payload, correlation_id as "correlationId", trace`,
)

interface Ids {
  readonly ids: readonly string[]
}

/**
 * Moves published messages to `sent`; none unless the mark is still that of the broker. Returns a row if it is. When the
 * machine crashes, this may be lost; the messages are then published again.
 */
const remove = statement<Ids & { readonly mark: string }, { readonly isCurrent: boolean }>(
  'outbox.remove',
  ({ ids, mark }) => sql`
    with current as (select true as is_current from broker where mark = ${mark}),
    gone as (
      delete from outbox using ${ASYNCHRONOUS_COMMIT}
      where id = any(${ids}::bigint[]) and exists (select from current)
      returning message_id, message, recipient, payload, correlation_id),
    kept as (
      insert into sent (message_id, message, recipient, payload, correlation_id, sent_at)
      select message_id, message, recipient, payload, correlation_id, clock_timestamp() from gone)
    select is_current as "isCurrent" from current`,
)
const release = statement<Ids>(
  'outbox.release',
  ({ ids }) => sql`update outbox set claimed_until = null where id = any(${ids}::bigint[])`,
)

/**
 * Publishes staged messages to the broker. A row is claimed, published with a publisher confirm and only then moved to
 * `sent`. So a crash at any point causes a second publication, never a lost message. No transaction is open while the broker
 * confirms. Messages of this process are passed on after their commit and are already claimed. Queries of the table
 * find the rows of another process or of a time without a broker.
 */
@Injectable()
export class Relay implements Attachment, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('relay')
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private again = false
  private isQueryDue = true
  private pollMs = 0
  private committed: StagedMessage[] = []
  private readonly removable: string[] = []
  private removing: Promise<void> | undefined
  private stopped = false
  private failing = false
  private publishedCount = 0
  private tracer: Tracer | undefined
  private readonly brokerChange: BrokerChange
  private channels: Channels | undefined
  /** Those of a broker that has what was published before. */
  private recognized: Channels | undefined
  /** The mark of the broker that was recognized last. */
  private mark = ''

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Publisher) private readonly publisher: Publisher,
    @Inject(Connection) connection: Connection,
  ) {
    this.brokerChange = new BrokerChange(database, new BrokerMark(connection.party, connection.topology))
    void connection.attach(this)
  }

  /** Each connection may be one to another broker. */
  async up(channels: Channels): Promise<void> {
    this.channels = channels
    // Nothing is published before the service has started.
    if (this.timer) this.wake()
  }

  down(): void {
    this.channels = undefined
  }

  onApplicationBootstrap(): void {
    this.wake()
    this.pollLater()
  }

  private pollLater(): void {
    this.pollMs = Math.min(LONGEST_POLL_MS, this.pollMs + POLL_MS)
    this.timer = setTimeout(
      () => {
        this.wake()
        this.pollLater()
      },
      this.failing ? RETRY_MS : this.pollMs,
    )
  }

  /** Publishes the messages that the last handlers staged, and stops. The next process publishes any that remain. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.running
    this.isQueryDue = true
    await this.drain()
    await this.removing
  }

  /** Messages that it has published since it started. */
  get published(): number {
    return this.publishedCount
  }

  /** Sets what traces the publication of messages. */
  traceWith(tracer: Tracer | undefined): void {
    this.tracer = tracer
  }

  /** Publishes rows of this process whose transaction has committed. Returns at once. */
  publishCommitted(staged: readonly StagedMessage[]): void {
    this.committed.push(...staged)
    this.run()
  }

  /** Queries the table for rows. Returns at once. */
  wake(): void {
    this.isQueryDue = true
    this.run()
  }

  private run(): void {
    if (this.stopped) return
    if (this.running) {
      this.again = true
      return
    }
    this.running = this.drain().finally(() => {
      this.running = undefined
      if (this.again) {
        this.again = false
        this.run()
      }
    })
  }

  private async drain(): Promise<void> {
    try {
      if (this.channels) await this.recognizeBroker()
      for (;;) {
        if (this.committed.length > 0) await this.relayBatch(this.committed.splice(0, BATCH))
        else if (this.isQueryDue) await this.query()
        else break
      }
      if (this.failing) this.log.log('messages are published again')
      this.failing = false
    } catch (error) {
      // Logged once for each outage: the rows are safe, and the next query tries again.
      if (!this.failing) this.log.warn(`messages wait in the outbox: ${(error as Error).message}`)
      this.failing = true
    }
  }

  /** Nothing is published before everything that the broker may have lost is in the outbox again. */
  private async recognizeBroker(): Promise<void> {
    const { channels } = this
    if (!channels) throw new Error('no broker')
    if (this.recognized === channels) return
    // What the former broker has confirmed leaves the outbox under its mark.
    await this.removing
    this.mark = await this.brokerChange.recognize(channels)
    this.recognized = channels
    this.isQueryDue = true
  }

  private async query(): Promise<void> {
    this.isQueryDue = false
    const rows = await this.database.read(claim)
    this.isQueryDue ||= rows.length === BATCH && !this.stopped
    if (rows.length === 0) return
    this.pollMs = 0
    await this.relayBatch(rows)
  }

  private async relayBatch(rows: readonly StagedMessage[]): Promise<void> {
    // `returning` has no defined order, and the messages of one aggregate should be published in the order of their
    // staging.
    const staged = [...rows].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    const failure = await this.publish(staged).catch((error: unknown) => error as Error)
    const unpublished = new Set(
      failure instanceof Unconfirmed ? failure.messageIds : failure ? staged.map(({ messageId }) => messageId) : [],
    )
    // Counted before the deletion, so that a reader who finds no rows also finds the new count.
    this.publishedCount += staged.length - unpublished.size
    const isUnpublished = ({ messageId }: StagedMessage) => unpublished.has(messageId)
    this.remove(staged.filter((row) => !isUnpublished(row)).map(({ id }) => id))
    if (failure) {
      await this.database.read(release, { ids: staged.filter(isUnpublished).map(({ id }) => id) })
      throw failure
    }
  }

  private remove(ids: readonly string[]): void {
    this.removable.push(...ids)
    this.removing ??= this.removeAll().finally(() => (this.removing = undefined))
  }

  private async removeAll(): Promise<void> {
    while (this.removable.length > 0) {
      await this.collectRemovable()
      try {
        const current = await this.database.read(remove, { ids: this.removable.splice(0), mark: this.mark })
        // Another process has found another broker.
        if (current.length === 0) this.recognized = undefined
      } catch (error) {
        // Their claims expire, and they are published again.
        this.log.warn(`published messages stay in the outbox: ${(error as Error).message}`)
      }
    }
  }

  private async collectRemovable(): Promise<void> {
    const end = performance.now() + LONGEST_REMOVAL_MS
    for (let count = 0; count < this.removable.length && !this.stopped && performance.now() < end;) {
      count = this.removable.length
      await pause(REMOVAL_MS)
    }
  }

  private async publish(staged: readonly StagedMessage[]): Promise<undefined> {
    await this.recognizeBroker()
    const spans = staged.map((row) => this.spanOf(row))
    const published = this.publisher.publish(
      staged.map(({ message, recipient, payload, messageId, correlationId, trace }, at) => ({
        message:
          recipient === null
            ? { kind: 'event', id: message }
            : { kind: 'command', id: message, service: recipient as ServiceName },
        body: payload,
        messageId,
        correlationId,
        trace: spans[at]?.traceparent ?? trace ?? undefined,
      })),
    )
    try {
      await published
    } catch (error) {
      for (const span of spans) span?.fail((error as Error).name)
      throw error
    } finally {
      for (const span of spans) span?.end()
    }
    return undefined
  }

  /** The step of the publication, for a message of a traced request. */
  private spanOf({ message, messageId, trace }: StagedMessage): Span | undefined {
    if (trace === null) return undefined
    const attributes = { 'messaging.system': 'rabbitmq', 'messaging.message.id': messageId }
    return this.tracer?.resume(trace, `publish ${message}`, { kind: 'producer', attributes })
  }
}
