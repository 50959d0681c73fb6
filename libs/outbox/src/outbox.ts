import { Inject, Injectable } from '@nestjs/common'
import type { AnyMessage, Payload } from '@nameyard/contracts/event'
import { statement, type Statement } from '@nameyard/persistence/statement'
import type { Database, Tx } from '@nameyard/persistence/database'
import { v7 as uuidv7 } from 'uuid'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { CLAIMED_UNTIL, Relay } from './relay'

/** Rows are born in the hands of this process's relay, which need not look for them then. */
const insertMessages = statement(
  'outbox.append',
  `insert into outbox (message_id, message, recipient, payload, correlation_id, created_at, claimed_until)
   select message_id, $2, $3, payload, correlation_id, $6, ${CLAIMED_UNTIL}
   from unnest($1::uuid[], $4::text[], $5::text[]) as staged (message_id, payload, correlation_id)
   returning id, message_id as "messageId"`,
)

/** What `appendChanged` puts behind a change: its parameters come after those of the change. */
const insertWithChange = (first: number) =>
  `insert into outbox (message_id, message, recipient, payload, correlation_id, created_at, claimed_until)
   select s.message_id, $${first}, $${first + 1}, s.payload, s.correlation_id, $${first + 2}, ${CLAIMED_UNTIL}
   from unnest($${first + 3}::text[], $${first + 4}::uuid[], $${first + 5}::text[], $${first + 6}::text[])
     as s (changed, message_id, payload, correlation_id)
   join changed on changed.id::text = s.changed
   returning id, message_id as "messageId"`

/**
 * SQL that changes rows: what stands behind `with`, of which the part named `changed` gives the `id` of every row that
 * was changed; and its parameters, from `$1` on.
 */
export interface Change extends Statement {
  readonly values: readonly unknown[]
}

/** A message that is true when a row was changed. */
export interface ChangeMessage<M extends AnyMessage> {
  /** The `id` of the row. */
  readonly changed: string
  readonly payload: Payload<M>
  readonly correlationId: string
}

const takeMessage = statement(
  'inbox.take',
  `insert into inbox (message_id, consumer, taken_at) values ($1, $2, $3)
   on conflict do nothing returning message_id`,
)

const findTaken = statement('inbox.taken', 'select from inbox where message_id = $1 and consumer = $2')

/**
 * Messages staged in the transaction that makes them true, and taken in the transaction that acts on them: nothing is
 * announced that did not happen, and nothing that happened stays unannounced.
 */
@Injectable()
export class Outbox {
  constructor(
    @Inject(OUTBOX_CLOCK) private readonly now: OutboxClock,
    @Inject(Relay) private readonly relay: Relay,
  ) {}

  /** Stages an event or command; the relay publishes it after the commit, at least once. */
  append<M extends AnyMessage>(tx: Tx, message: M, payload: Payload<M>): Promise<void> {
    return this.appendAll(tx, message, [payload])
  }

  /**
   * Stages a message for each payload, however many there are. A transaction that ends the work of many requests gives
   * the correlation of each.
   */
  async appendAll<M extends AnyMessage>(
    tx: Tx,
    message: M,
    payloads: readonly Payload<M>[],
    correlationIds: readonly string[] = payloads.map(() => tx.correlationId),
  ): Promise<void> {
    if (payloads.length === 0) return
    const recipient = message.kind === 'command' ? message.service : null
    const bodies = payloads.map((payload) => JSON.stringify(payload))
    const ids = payloads.map(() => uuidv7())
    const values = [ids, message.id, recipient, bodies, correlationIds, this.now()]
    const rows = await tx.query<InsertedMessage>(insertMessages, values)
    const place = placesOf(ids)
    const staged = rows.map(({ id, messageId }) => {
      const index = place.get(messageId)!
      const [payload, correlationId] = [bodies[index]!, correlationIds[index]!]
      return { id, messageId, message: message.id, recipient, payload, correlationId }
    })
    tx.afterCommit(() => this.relay.carry(staged))
  }

  /**
   * Changes rows and stages a message for each that was changed, in one statement, which is one transaction. Gives the
   * `id` of each that was: of the others nothing is told.
   */
  async appendChanged<M extends AnyMessage>(
    database: Database,
    change: Change,
    message: M,
    messages: readonly ChangeMessage<M>[],
  ): Promise<Set<string>> {
    const recipient = message.kind === 'command' ? message.service : null
    const bodies = messages.map(({ payload }) => JSON.stringify(payload))
    const ids = messages.map(() => uuidv7())
    const changed = messages.map((each) => each.changed)
    const correlationIds = messages.map(({ correlationId }) => correlationId)
    const text = `with ${change.text} ${insertWithChange(change.values.length + 1)}`
    const values = [...change.values, message.id, recipient, this.now(), changed, ids, bodies, correlationIds]
    const rows = await database.read<InsertedMessage>(statement(change.name, text), values)
    const place = placesOf(ids)
    const told = rows.map(({ id, messageId }) => ({ id, messageId, index: place.get(messageId)! }))
    this.relay.carry(
      told.map(({ id, messageId, index }) => {
        const [payload, correlationId] = [bodies[index]!, correlationIds[index]!]
        return { id, messageId, message: message.id, recipient, payload, correlationId }
      }),
    )
    return new Set(told.map(({ index }) => changed[index]!))
  }

  /** Runs `act` unless this consumer has taken the message before; says whether it ran. */
  async once(tx: Tx, messageId: string, consumer: string, act: () => Promise<void>): Promise<boolean> {
    const taken = await tx.query(takeMessage, [messageId, consumer, this.now()])
    if (taken.length === 0) return false
    await act()
    return true
  }

  /** Whether this consumer has taken the message: for what is done outside any transaction and written down after. */
  async isTaken(database: Database, messageId: string, consumer: string): Promise<boolean> {
    return (await database.read(findTaken, [messageId, consumer])).length > 0
  }
}

interface InsertedMessage {
  readonly [column: string]: unknown
  readonly id: string
  readonly messageId: string
}

/** `returning` promises no order. */
function placesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.map((id, index) => [id, index]))
}
