import type { Memory } from './memory'
import type { Message } from './message'
import type { QueueArguments } from './queue-arguments'

/** A message in a queue, from its arrival until it is settled. */
export interface Entry {
  readonly message: Message
  /** Place in the queue; a requeued message returns to it. */
  readonly position: number
  /** Milliseconds since 1970. */
  readonly enqueuedAt: number
  readonly expiresAt: number | undefined
  /** Set when the journal holds it. */
  readonly journalId: number | undefined
  redelivered: boolean
  /** How often a delivery of it was requeued. */
  returns: number
}

export type DeadReason = 'expired' | 'rejected' | 'maxlen' | 'delivery_limit'

export interface QueueProperties {
  readonly name: string
  /** Number in the journal, never used twice. */
  readonly id: number
  readonly durable: boolean
  readonly autoDelete: boolean
  /** The connection an exclusive queue belongs to. */
  readonly owner: object | undefined
  readonly arguments: QueueArguments
}

/** A consumer of a queue, as the queue sees it. */
export interface QueueConsumer {
  readonly noAck: boolean
  readonly exclusive: boolean
  /** Whether it can take a delivery now. */
  readonly isReady: boolean
  deliver(entry: Entry): void
  /** Called when the queue is deleted (RabbitMQ's consumer cancel notification). */
  cancelledByQueue(): void
}

/** The virtual host of a queue, as the queue sees it. */
export interface QueueHost {
  readonly memory: Memory
  /** Milliseconds since 1970. */
  now(): number
  deadLetter(queue: Queue, entry: Entry, reason: DeadReason): void
  /** Records that an entry of the journal is settled. */
  settled(journalId: number, queueId: number): void
  deleteQueue(queue: Queue): void
}

/** Bytes of memory that an entry takes besides its message. */
const entryOverhead = 256

/** The longest delay of a timer; for a later time the timer is set again. */
const longestTimer = 0x7fff_ffff

/**
 * A queue: first in, first out; each message goes to one consumer, the consumers take turns. Requeued messages come
 * first, in their old order. Messages expire at the head only, as in RabbitMQ's classic queues.
 */
export class Queue {
  readonly consumers: QueueConsumer[] = []
  readonly unsettled = new Set<Entry>()
  isDeleted = false
  private entries: Entry[] = []
  private head = 0
  /** Sorted by position; each of them is older than every entry behind `head`. */
  private returned: Entry[] = []
  private readyBytes = 0
  private nextPosition = 1
  private turn = 0
  private expiryTimer: NodeJS.Timeout | undefined
  private disuseTimer: NodeJS.Timeout | undefined

  constructor(
    readonly properties: QueueProperties,
    private readonly vhost: QueueHost,
  ) {
    this.touch()
  }

  get name(): string {
    return this.properties.name
  }

  get messageCount(): number {
    return this.entries.length - this.head + this.returned.length
  }

  *allEntries(): Generator<Entry> {
    yield* this.unsettled
    yield* this.returned
    for (let at = this.head; at < this.entries.length; at++) yield this.entries[at]!
  }

  /** Whether the queue refuses a further message, rather than dropping its oldest one. */
  get refusesMore(): boolean {
    const { overflow } = this.properties.arguments
    return overflow === 'reject-publish' && this.exceeds(this.messageCount + 1, this.readyBytes)
  }

  enqueue(message: Message, expiration: number | undefined, enqueuedAt: number, journalId: number | undefined): void {
    this.insert(message, expiration, enqueuedAt, journalId, false)
    // A message with a time to live of 0 still reaches a consumer that is ready.
    if (this.messageCount > 1) this.expireHead()
    this.deliverReady()
    while (this.exceeds(this.messageCount, this.readyBytes)) this.discard(this.take()!, 'maxlen')
  }

  /** Adds a message of the journal. Whether it was delivered before is unknown, so it counts as redelivered. */
  restore(message: Message, expiration: number | undefined, enqueuedAt: number, journalId: number): void {
    this.insert(message, expiration, enqueuedAt, journalId, true)
    this.watchExpiry()
  }

  /** Takes the oldest message for `basic.get`; it is unsettled from then on. */
  get(): Entry | undefined {
    this.touch()
    this.expireHead()
    const entry = this.take()
    if (entry) this.unsettled.add(entry)
    return entry
  }

  /** Removes an acknowledged message. */
  settle(entry: Entry): void {
    this.unsettled.delete(entry)
    this.release(entry)
  }

  /** Returns deliveries to their old places; those over the delivery limit are dead-lettered. */
  requeue(entries: readonly Entry[]): void {
    const { deliveryLimit } = this.properties.arguments
    for (const entry of entries) {
      if (!this.unsettled.has(entry)) continue
      entry.redelivered = true
      entry.returns++
      if (deliveryLimit !== undefined && entry.returns > deliveryLimit) {
        this.reject(entry, 'delivery_limit')
        continue
      }
      this.unsettled.delete(entry)
      this.readyBytes += entry.message.body.length
      const next = this.returned.findIndex((other) => other.position > entry.position)
      this.returned.splice(next < 0 ? this.returned.length : next, 0, entry)
    }
    this.dispatch()
  }

  reject(entry: Entry, reason: DeadReason = 'rejected'): void {
    this.unsettled.delete(entry)
    this.discard(entry, reason)
  }

  /** Removes every ready message and returns how many. Purged messages are not dead-lettered. */
  purge(): number {
    const count = this.messageCount
    for (let entry = this.take(); entry; entry = this.take()) this.release(entry)
    return count
  }

  addConsumer(consumer: QueueConsumer): void {
    this.consumers.push(consumer)
    this.touch()
  }

  removeConsumer(consumer: QueueConsumer): void {
    const at = this.consumers.indexOf(consumer)
    if (at < 0) return
    this.consumers.splice(at, 1)
    if (at < this.turn) this.turn--
    this.touch()
    if (this.properties.autoDelete && this.consumers.length === 0) this.vhost.deleteQueue(this)
    // The next single active consumer takes over.
    else this.dispatch()
  }

  /** Delivers messages as long as a consumer is ready. */
  dispatch(): void {
    this.expireHead()
    this.deliverReady()
  }

  /** Restarts the time after which an unused queue is deleted (`x-expires`). */
  touch(): void {
    const { expires } = this.properties.arguments
    if (expires === undefined) return
    clearTimeout(this.disuseTimer)
    if (this.consumers.length > 0 || this.isDeleted) return
    this.disuseTimer = setTimeout(() => this.vhost.deleteQueue(this), expires).unref()
  }

  /** Ends a deleted queue: dead-letters nothing and cancels the consumers. Returns how many messages were ready. */
  drop(): number {
    this.isDeleted = true
    clearTimeout(this.expiryTimer)
    clearTimeout(this.disuseTimer)
    const count = this.messageCount
    for (const entry of this.allEntries()) this.vhost.memory.release(sizeOf(entry))
    this.entries = []
    this.returned = []
    this.head = 0
    this.unsettled.clear()
    for (const consumer of this.consumers.splice(0)) consumer.cancelledByQueue()
    return count
  }

  /** Stops the timers when the broker closes; the queue stays. */
  stop(): void {
    clearTimeout(this.expiryTimer)
    clearTimeout(this.disuseTimer)
  }

  private deliverReady(): void {
    while (this.messageCount > 0) {
      const consumer = this.nextConsumer()
      if (!consumer) break
      const entry = this.take()!
      if (consumer.noAck) {
        consumer.deliver(entry)
        this.release(entry)
      } else {
        this.unsettled.add(entry)
        consumer.deliver(entry)
      }
      this.expireHead()
    }
    this.watchExpiry()
  }

  private insert(
    message: Message,
    expiration: number | undefined,
    enqueuedAt: number,
    journalId: number | undefined,
    redelivered: boolean,
  ): void {
    const { messageTtl } = this.properties.arguments
    const ttl = Math.min(messageTtl ?? Infinity, expiration ?? Infinity)
    const expiresAt = ttl === Infinity ? undefined : enqueuedAt + ttl
    const position = this.nextPosition++
    const entry: Entry = { message, position, enqueuedAt, expiresAt, journalId, redelivered, returns: 0 }
    this.entries.push(entry)
    this.readyBytes += message.body.length
    this.vhost.memory.hold(sizeOf(entry))
  }

  private peek(): Entry | undefined {
    return this.returned[0] ?? this.entries[this.head]
  }

  private take(): Entry | undefined {
    let entry = this.returned.shift()
    if (!entry) {
      entry = this.entries[this.head]
      if (!entry) return undefined
      this.entries[this.head++] = undefined as never
      // `shift` of a long array takes time in its length, so the used half is cut off now and then.
      if (this.head > 1024 && this.head * 2 > this.entries.length) {
        this.entries = this.entries.slice(this.head)
        this.head = 0
      } else if (this.head === this.entries.length) {
        this.entries.length = this.head = 0
      }
    }
    this.readyBytes -= entry.message.body.length
    return entry
  }

  private nextConsumer(): QueueConsumer | undefined {
    const { consumers } = this
    const candidates = this.properties.arguments.singleActiveConsumer ? Math.min(1, consumers.length) : consumers.length
    for (let tried = 0; tried < candidates; tried++) {
      if (this.turn >= candidates) this.turn = 0
      const consumer = consumers[this.turn++]!
      if (consumer.isReady) return consumer
    }
    return undefined
  }

  private expireHead(): void {
    for (let entry = this.peek(); entry?.expiresAt !== undefined; entry = this.peek()) {
      if (entry.expiresAt > this.vhost.now()) return
      this.discard(this.take()!, 'expired')
    }
  }

  private watchExpiry(): void {
    clearTimeout(this.expiryTimer)
    this.expiryTimer = undefined
    const expiresAt = this.peek()?.expiresAt
    if (expiresAt === undefined || this.isDeleted) return
    const delay = Math.min(Math.max(1, Math.ceil(expiresAt - this.vhost.now())), longestTimer)
    this.expiryTimer = setTimeout(() => this.dispatch(), delay).unref()
  }

  private exceeds(count: number, bytes: number): boolean {
    const { maxLength, maxLengthBytes } = this.properties.arguments
    return (maxLength !== undefined && count > maxLength) || (maxLengthBytes !== undefined && bytes > maxLengthBytes)
  }

  private discard(entry: Entry, reason: DeadReason): void {
    if (this.isDeleted) return
    // Dead-lettered before it is settled here: a crash in between duplicates the message and never loses it.
    this.vhost.deadLetter(this, entry, reason)
    this.release(entry)
  }

  private release(entry: Entry): void {
    if (this.isDeleted) return
    this.vhost.memory.release(sizeOf(entry))
    if (entry.journalId !== undefined) this.vhost.settled(entry.journalId, this.properties.id)
  }
}

function sizeOf(entry: Entry): number {
  return entryOverhead + entry.message.properties.length + entry.message.body.length
}
