import { randomUUID } from 'node:crypto'
import { Logger } from '@nestjs/common'
import type { BrokerMark } from '@nameyard/messaging/broker-mark'
import type { Channels } from '@nameyard/messaging/connection'
import type { Database, Tx } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'

/** Rows of one statement: it takes some tens of milliseconds. */
const BATCH = 1_000

/**
 * Older messages are not published again: consumers may have forgotten that they handled them. Less than the least
 * `RETENTION_INBOX_DAYS`.
 */
const REPEATABLE = '6 days'

interface KnownBroker {
  readonly mark: string
  readonly isMarked: boolean
}

const knownBroker = statement<void, KnownBroker>(
  'broker.known',
  () => sql`select mark, is_marked as "isMarked" from broker`,
)

const beginMark = statement<{ readonly mark: string }>(
  'broker.begin-mark',
  ({ mark }) => sql`
    insert into broker (mark, is_marked) values (${mark}, false)
    on conflict (is_the_row) do update set mark = excluded.mark, is_marked = false`,
)

const endMark = statement<{ readonly mark: string }, { readonly mark: string }>(
  'broker.end-mark',
  ({ mark }) => sql`update broker set is_marked = true where mark = ${mark} returning mark`,
)

/**
 * Moves the oldest messages back. It waits for rows that another process is moving: while that may still fail, fewer than
 * a batch would not mean that none is left.
 */
const publishAgain = statement<void, { readonly count: number }>(
  'outbox.publish-again',
  () => sql`
    with lost as (
      delete from sent where message_id in (
        select message_id from sent where sent_at > clock_timestamp() - interval '${raw(REPEATABLE)}'
        order by message_id limit ${raw(String(BATCH))} for update)
      returning message_id, message, recipient, payload, correlation_id),
    back as (
      insert into outbox (message_id, message, recipient, payload, correlation_id, created_at)
      select message_id, message, recipient, payload, correlation_id, now() from lost order by message_id)
    select count(*)::integer as count from lost`,
)

/**
 * Notices that the broker is not the one to which the service has published: it was replaced, or has lost its disk. What was
 * published in the last days then returns to the outbox under the same identifiers. Consumers handle what they missed, and
 * recognize the rest.
 */
export class BrokerChange {
  private readonly log = new Logger('relay')

  constructor(
    private readonly database: Database,
    private readonly mark: BrokerMark,
  ) {}

  /**
   * Returns the mark of the broker, under which published rows leave the outbox. Before that, everything that may be lost is
   * in the outbox again. Any number of processes may do this together, and any of them may fail.
   */
  async recognize(channels: Channels): Promise<string> {
    const known = await this.alone((tx) => this.begin(tx, channels))
    if (known.isMarked) return known.mark
    let total = 0
    for (let count = BATCH; count === BATCH; total += count) {
      const [moved] = await this.database.read(publishAgain)
      count = moved!.count
    }
    if (total > 0) this.log.warn(`the broker has none of the messages of the last days: ${total} are published again`)
    await this.alone(async (tx) => {
      if ((await tx.query(endMark, known)).length === 0) throw new Error('the broker was replaced once more')
      await this.mark.put(channels, known.mark)
    })
    return known.mark
  }

  /** Compares the marks, and begins a new one where they differ. Joins another process that has begun one. */
  private async begin(tx: Tx, channels: Channels): Promise<KnownBroker> {
    const found = await this.mark.read(channels)
    const [known] = await tx.query(knownBroker)
    if (known && (!known.isMarked || known.mark === found)) return known
    // Rows that are leaving the outbox under the former mark arrive first; later ones do not leave it.
    await tx.query(sql`lock table sent in share mode`)
    const begun = { mark: randomUUID(), isMarked: false }
    await tx.query(beginMark, begun)
    return begun
  }

  /** Runs the work while no other process of the service does such work. Nothing else waits for this lock. */
  private alone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.unitOfWork({ correlationId: 'broker' }, async (tx) => {
      await tx.query(sql`lock table broker in share row exclusive mode`)
      return work(tx)
    })
  }
}
