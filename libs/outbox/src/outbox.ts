import { Inject, Injectable } from '@nestjs/common'
import type { AnyMessage, Payload } from '@nameyard/contracts/event'
import { statement } from '@nameyard/persistence/statement'
import type { Tx } from '@nameyard/persistence/database'
import { v7 as uuidv7 } from 'uuid'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { Relay } from './relay'

const insertMessages = statement(
  'outbox.append',
  `insert into outbox (message_id, message, recipient, payload, correlation_id, created_at)
   select message_id, $2, $3, payload, correlation_id, $6
   from unnest($1::uuid[], $4::text[], $5::text[]) as staged (message_id, payload, correlation_id)`,
)

const takeMessage = statement(
  'inbox.take',
  `insert into inbox (message_id, consumer, taken_at) values ($1, $2, $3)
   on conflict do nothing returning message_id`,
)

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
    await tx.query(insertMessages, [ids, message.id, recipient, bodies, correlationIds, this.now()])
    tx.afterCommit(() => this.relay.wake())
  }

  /** Runs `act` unless this consumer has taken the message before; says whether it ran. */
  async once(tx: Tx, messageId: string, consumer: string, act: () => Promise<void>): Promise<boolean> {
    const taken = await tx.query(takeMessage, [messageId, consumer, this.now()])
    if (taken.length === 0) return false
    await act()
    return true
  }
}
