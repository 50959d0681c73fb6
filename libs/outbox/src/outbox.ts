import { Inject, Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import type { AnyMessage, Payload } from '@nameyard/contracts/event'
import type { Delivery } from '@nameyard/messaging/consumes'
import type { Database, LastStatement, Tx } from '@nameyard/persistence/database'
import { sql, statement, type Placeholders, type PreparedStatement, type Sql } from '@nameyard/persistence/statement'
import { currentTrace } from '@nameyard/tracing/work'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { ACCOUNT_EVENTS, chainSteps, movedChains, namingPrevious, type ChainSteps } from './event-chains'
import { CLAIMED_UNTIL, Relay, type StagedMessage } from './relay'

/** The values of messages that are staged together; the recipient of an event is null. */
interface Staged {
  readonly messages: readonly string[]
  readonly recipients: readonly (string | null)[]
  readonly messageIds: readonly string[]
  readonly payloads: readonly string[]
  readonly correlationIds: readonly string[]
  readonly traces: readonly (string | null)[]
  readonly stagedAt: Date
}

interface InsertedMessage {
  readonly id: string
  readonly messageId: string
  /** As it was stored, where the statement has changed it. */
  readonly payload?: string | null
}

/** A message of a change, if there is one, and what the statement notes: the same in each row of it. */
interface ChangedMessage {
  readonly id: string | null
  readonly messageId: string | null
  readonly noted: readonly string[]
}

/** The rows are claimed for the relay of this process. It receives them after the commit, so it need not query them. */
const insertMessages = statement<Staged, InsertedMessage>(
  'outbox.append',
  (given) => sql`
    insert into outbox (message_id, message, recipient, payload, correlation_id, trace, created_at, claimed_until)
    select message_id, message, recipient, payload, correlation_id, trace, ${given.stagedAt}, ${CLAIMED_UNTIL}
    from unnest(${given.messageIds}::uuid[], ${given.messages}::text[], ${given.recipients}::text[],
        ${given.payloads}::text[], ${given.correlationIds}::text[], ${given.traces}::text[])
      as staged (message_id, message, recipient, payload, correlation_id, trace)
    returning id, message_id as "messageId"`,
)

/** The same where account events are among the messages: each names the event of the same object before it. */
const insertWithEvents = statement<Staged & ChainSteps, InsertedMessage>(
  'outbox.append-with-events',
  (given) => sql`
    with ${movedChains(given)}
    insert into outbox (message_id, message, recipient, payload, correlation_id, trace, created_at, claimed_until)
    select message_id, message, recipient, case when first_of is null then payload else ${namingPrevious} end,
      correlation_id, trace, ${given.stagedAt}, ${CLAIMED_UNTIL}
    from unnest(${given.messageIds}::uuid[], ${given.messages}::text[], ${given.recipients}::text[],
        ${given.payloads}::text[], ${given.correlationIds}::text[], ${given.traces}::text[], ${given.firstOf}::text[])
      as staged (message_id, message, recipient, payload, correlation_id, trace, first_of)
    left join moved on moved.object = first_of
    returning id, message_id as "messageId", case when message in (${ACCOUNT_EVENTS}) then payload end as payload`,
)

/** A statement that changes rows and stages messages about each changed row. Declared with {@link changeWithMessages}. */
export type ChangeStatement<Given> = PreparedStatement<
  Given & Staged & { readonly changedIds: readonly string[] },
  ChangedMessage
>

/**
 * Declares a statement for {@link Outbox.changeAndAppend}. `change` is what follows `with`; its part named `changed`
 * returns the `id` of every row that it changed. `noted` is a query of texts that the caller gets beside them.
 */
export function changeWithMessages<Given>(
  name: string,
  change: (given: Placeholders<Given>) => Sql,
  noted: Sql = sql`select null::text where false`,
): ChangeStatement<Given> {
  return statement(
    name,
    (given) => sql`
      with ${change(given)}, staged as (
        insert into outbox (message_id, message, recipient, payload, correlation_id, trace, created_at, claimed_until)
        select s.message_id, s.message, s.recipient, s.payload, s.correlation_id, s.trace, ${given.stagedAt}, ${CLAIMED_UNTIL}
        from unnest(${given.changedIds}::text[], ${given.messageIds}::uuid[], ${given.messages}::text[],
            ${given.recipients}::text[], ${given.payloads}::text[], ${given.correlationIds}::text[],
            ${given.traces}::text[])
          as s (changed, message_id, message, recipient, payload, correlation_id, trace)
        join changed on changed.id::text = s.changed
        returning id, message_id)
      select staged.id, staged.message_id as "messageId", array(${noted}) as noted
      from (select) as always left join staged on true`,
  )
}

/** A message about a changed row. */
export interface ChangeMessage<M extends AnyMessage = AnyMessage> {
  /** The `id` of the row. */
  readonly changed: string
  readonly message: M
  readonly payload: Payload<M>
  readonly correlationId: string
  /** The `traceparent` of the step that changes the row. A statement serves many, so no other place knows it. */
  readonly trace?: string | undefined
}

interface Receipt {
  readonly messageId: string
  readonly consumer: string
}

const takeMessage = statement<Receipt & { readonly takenAt: Date }, { messageId: string }>(
  'inbox.take',
  ({ messageId, consumer, takenAt }) => sql`
    insert into inbox (message_id, consumer, taken_at) values (${messageId}, ${consumer}, ${takenAt})
    on conflict do nothing returning message_id as "messageId"`,
)

/** In the order of their ids, so that replicas that take the same messages do not wait for each other in a circle. */
const takeMessages = statement<
  { readonly messageIds: readonly string[]; readonly consumer: string; readonly takenAt: Date },
  { messageId: string }
>(
  'inbox.take-all',
  ({ messageIds, consumer, takenAt }) => sql`
    insert into inbox (message_id, consumer, taken_at)
    select id, ${consumer}, ${takenAt} from unnest(${messageIds}::uuid[]) id order by id
    on conflict do nothing returning message_id as "messageId"`,
)

const findTaken = statement<Receipt>(
  'inbox.taken',
  ({ messageId, consumer }) => sql`select from inbox where message_id = ${messageId} and consumer = ${consumer}`,
)

/**
 * Stages messages in the transaction that makes them true, and records consumed messages in the transaction that acts
 * on them. So no event is announced that did not happen, and every event that happened is announced.
 */
@Injectable()
export class Outbox {
  /** The messages of open transactions. */
  private readonly waiting = new WeakMap<Tx, Omit<ChangeMessage, 'changed'>[]>()

  constructor(
    @Inject(OUTBOX_CLOCK) private readonly now: OutboxClock,
    @Inject(Relay) private readonly relay: Relay,
  ) {}

  /** Stages an event or command; the relay publishes it after the commit, at least once. */
  append<M extends AnyMessage>(tx: Tx, message: M, payload: Payload<M>): Promise<void> {
    return this.appendAll(tx, message, [payload])
  }

  /**
   * Stages a message for each payload. A transaction that ends the work of many requests passes the correlation id of
   * each. One statement before the commit stores all messages of the transaction.
   */
  appendAll<M extends AnyMessage>(
    tx: Tx,
    message: M,
    payloads: readonly Payload<M>[],
    correlationIds: readonly string[] = payloads.map(() => tx.correlationId),
  ): Promise<void> {
    if (payloads.length === 0) return Promise.resolve()
    const trace = currentTrace()
    const messages = payloads.map((payload, index) => ({
      message,
      payload,
      correlationId: correlationIds[index]!,
      trace,
    }))
    const waiting = this.waiting.get(tx)
    if (waiting) waiting.push(...messages)
    else {
      this.waiting.set(tx, messages)
      tx.beforeCommit(() => this.storing(messages))
    }
    return Promise.resolve()
  }

  /** Stages a message in a transaction of its own: one statement, which commits by itself. */
  async appendAlone<M extends AnyMessage>(
    database: Database,
    message: M,
    payload: Payload<M>,
    correlationId: string,
  ): Promise<void> {
    const staged = this.staged([{ message, payload, correlationId, trace: currentTrace() }])
    this.relay.publishCommitted(committedRows(staged, await database.read(insertMessages, staged)))
  }

  /**
   * Changes rows and stages the messages about each changed row. Returns the `id` of each changed row, and what the statement
   * notes. One statement, which commits by itself: one round trip where a transaction with `appendAll` takes four.
   */
  async changeAndAppend<Given>(
    database: Database,
    change: ChangeStatement<Given>,
    given: Given,
    messages: readonly ChangeMessage[],
  ): Promise<{ readonly changed: ReadonlySet<string>; readonly noted: ReadonlySet<string> }> {
    const staged = this.staged(messages)
    const changedIds = messages.map(({ changed }) => changed)
    const values: object = { ...given, ...staged, changedIds }
    const found = await database.read(change as PreparedStatement<object, ChangedMessage>, values)
    const rows = found.flatMap(({ id, messageId }) => (id === null || messageId === null ? [] : [{ id, messageId }]))
    this.relay.publishCommitted(committedRows(staged, rows))
    const place = placesOf(staged.messageIds)
    return {
      changed: new Set(rows.map(({ messageId }) => changedIds[place.get(messageId)!]!)),
      noted: new Set(found[0]?.noted),
    }
  }

  /** Runs `act` unless this consumer has consumed the message before. Returns whether it ran. */
  async once(tx: Tx, messageId: string, consumer: string, act: () => Promise<void>): Promise<boolean> {
    const taken = await tx.query(takeMessage, { messageId, consumer, takenAt: this.now() })
    if (taken.length === 0) return false
    await act()
    return true
  }

  /**
   * Records that this consumer consumes messages, in the transaction that acts on them together. Returns those that it has
   * not consumed before.
   */
  async take(tx: Tx, messageIds: readonly string[], consumer: string): Promise<ReadonlySet<string>> {
    const taken = await tx.query(takeMessages, { messageIds, consumer, takenAt: this.now() })
    return new Set(taken.map(({ messageId }) => messageId))
  }

  /**
   * Whether this consumer has consumed the message: for effects outside any transaction that are recorded afterwards.
   */
  async isTaken(database: Database, messageId: string, consumer: string): Promise<boolean> {
    return (await database.read(findTaken, { messageId, consumer })).length > 0
  }

  /**
   * For an effect that no transaction undoes, such as a mail: runs `act` unless this consumer has consumed the message before,
   * and records that afterwards. After a crash in between, and for two deliveries at the same time, `act` runs again rather
   * than never.
   */
  async atLeastOnce(
    database: Database,
    { messageId, correlationId }: Pick<Delivery, 'correlationId' | 'messageId'>,
    consumer: string,
    act: () => Promise<void>,
  ): Promise<void> {
    if (await this.isTaken(database, messageId, consumer)) return
    await act()
    await database.unitOfWork({ correlationId }, (tx) => this.once(tx, messageId, consumer, () => Promise.resolve()))
  }

  private storing(
    messages: readonly Omit<ChangeMessage, 'changed'>[],
  ): LastStatement<Staged & ChainSteps, InsertedMessage> {
    const { payloads, ...steps } = chainSteps(messages)
    const staged = this.staged(messages, payloads)
    const committed = (rows: readonly InsertedMessage[]) => this.relay.publishCommitted(committedRows(staged, rows))
    const hasEvents = steps.chained.length > 0
    return { statement: hasEvents ? insertWithEvents : insertMessages, given: { ...staged, ...steps }, committed }
  }

  private staged(
    messages: readonly Omit<ChangeMessage, 'changed'>[],
    payloads: readonly string[] = messages.map(({ payload }) => JSON.stringify(payload)),
  ): Staged {
    return {
      messages: messages.map(({ message }) => message.id),
      recipients: messages.map(({ message }) => (message.kind === 'command' ? message.service : null)),
      messageIds: messages.map(() => uuidv7()),
      payloads,
      correlationIds: messages.map(({ correlationId }) => correlationId),
      traces: messages.map(({ trace }) => trace ?? null),
      stagedAt: this.now(),
    }
  }
}

/** The inserted rows in the form of the relay. */
function committedRows(staged: Staged, rows: readonly InsertedMessage[]): StagedMessage[] {
  const { messages, recipients, messageIds, payloads, correlationIds, traces } = staged
  const place = placesOf(messageIds)
  return rows.map(({ id, messageId, payload }) => {
    const index = place.get(messageId)!
    const [message, given, correlationId] = [messages[index]!, payloads[index]!, correlationIds[index]!]
    return {
      id,
      messageId,
      message,
      recipient: recipients[index] ?? null,
      payload: payload ?? given,
      correlationId,
      trace: traces[index] ?? null,
    }
  })
}

/** By id, because `returning` has no defined order. */
function placesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.map((id, index) => [id, index]))
}
