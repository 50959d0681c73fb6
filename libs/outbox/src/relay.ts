import { setTimeout } from 'node:timers/promises'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common'
import { Publisher, Unconfirmed } from '@nameyard/messaging/publisher'
import type { ServiceName } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { UNHURRIED } from '@nameyard/persistence/unhurried'

/** Measured: throughput is flat beyond 500 messages per confirmed batch. */
const BATCH = 500

/** Longer than a broker takes to confirm a batch; a relay that died delays its rows by this much. */
const CLAIM = '5 seconds'

/** The guarantee behind the wake-up: rows of another process or of a time when the broker was away. */
const POLL_MS = 250

/** SQL of when a claim that is made now runs out. */
export const CLAIMED_UNTIL = `clock_timestamp() + interval '${CLAIM}'`

/** How long removals gather: nobody waits for them, and many cost as much as one. */
const REMOVAL_MS = 20

const claim = statement(
  'outbox.claim',
  `update outbox set claimed_until = ${CLAIMED_UNTIL}
   where id in (
     select id from outbox where claimed_until is null or claimed_until < clock_timestamp()
     order by id limit ${BATCH} for update skip locked)
   returning id, message_id as "messageId", message, recipient, payload, correlation_id as "correlationId"`,
)
/** A removal that is forgotten publishes again. */
const remove = statement(
  'outbox.remove',
  `delete from outbox using ${UNHURRIED}
   where id = any($1::bigint[])`,
)
const release = statement('outbox.release', `update outbox set claimed_until = null where id = any($1::bigint[])`)

/** A row of the outbox. */
export interface StagedMessage {
  id: string
  messageId: string
  message: string
  recipient: string | null
  payload: string
  correlationId: string
}

/**
 * Carries staged messages to the broker. A row is claimed, published with a publisher confirm and only then removed,
 * so a crash at any point publishes again rather than not at all. No transaction is open while the broker is asked.
 * What this process staged is handed over after its commit, and claimed already; the look at the table is for what
 * another process or a time without a broker left there.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('relay')
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private again = false
  private isLookDue = true
  private handed: StagedMessage[] = []
  private readonly gone: string[] = []
  private removing: Promise<void> | undefined
  private stopped = false
  private failing = false
  private carried = 0

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Publisher) private readonly publisher: Publisher,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS)
    this.wake()
  }

  /** Publishes what the last handlers staged and stops; what is left then is published by the next process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.running
    this.isLookDue = true
    await this.drain()
    await this.removing
  }

  /** Messages it has published since it started. */
  get published(): number {
    return this.carried
  }

  /** Takes over rows that were staged here, now that they are committed; returns at once. */
  carry(staged: readonly StagedMessage[]): void {
    this.handed.push(...staged)
    this.run()
  }

  /** Says that there may be rows; returns at once. */
  wake(): void {
    this.isLookDue = true
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
      for (;;) {
        if (this.handed.length > 0) await this.relayBatch(this.handed.splice(0, BATCH))
        else if (this.isLookDue) await this.look()
        else break
      }
      if (this.failing) this.log.log('messages are published again')
      this.failing = false
    } catch (error) {
      // Told once per outage: the poll tries again, and the rows are safe.
      if (!this.failing) this.log.warn(`messages wait in the outbox: ${(error as Error).message}`)
      this.failing = true
    }
  }

  private async look(): Promise<void> {
    this.isLookDue = false
    const rows = await this.database.read<StagedMessage & { [column: string]: unknown }>(claim)
    this.isLookDue ||= rows.length === BATCH && !this.stopped
    if (rows.length > 0) await this.relayBatch(rows)
  }

  private async relayBatch(rows: readonly StagedMessage[]): Promise<void> {
    // `returning` promises no order, and one aggregate's messages should leave as they were staged.
    const staged = [...rows].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    const failure = await this.publish(staged).catch((error: unknown) => error as Error)
    const left = new Set(
      failure instanceof Unconfirmed ? failure.messageIds : failure ? staged.map(({ messageId }) => messageId) : [],
    )
    // Counted before the rows go: who finds none of them left finds the number changed.
    this.carried += staged.length - left.size
    const isLeft = ({ messageId }: StagedMessage) => left.has(messageId)
    this.remove(staged.filter((row) => !isLeft(row)).map(({ id }) => id))
    if (failure) {
      await this.database.read(release, [staged.filter(isLeft).map(({ id }) => id)])
      throw failure
    }
  }

  private remove(ids: readonly string[]): void {
    this.gone.push(...ids)
    this.removing ??= this.removeGone().finally(() => (this.removing = undefined))
  }

  private async removeGone(): Promise<void> {
    while (this.gone.length > 0) {
      if (!this.stopped) await setTimeout(REMOVAL_MS)
      await this.database
        .read(remove, [this.gone.splice(0)])
        // Their claims run out, and they are published again.
        .catch((error: Error) => this.log.warn(`published messages stay in the outbox: ${error.message}`))
    }
  }

  private async publish(staged: readonly StagedMessage[]): Promise<undefined> {
    await this.publisher.publish(
      staged.map(({ message, recipient, payload, messageId, correlationId }) => ({
        message:
          recipient === null
            ? { kind: 'event', id: message }
            : { kind: 'command', id: message, service: recipient as ServiceName },
        body: payload,
        messageId,
        correlationId,
      })),
    )
    return undefined
  }
}
