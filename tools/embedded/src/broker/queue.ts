import type { Consumer } from './consumer'
import type { Message } from './message'
import type { QueueArguments } from './queue-arguments'
import type { VirtualHost } from './virtual-host'

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
  /** How often a delivery of it came back. */
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

/** What a queue counts for one entry besides its bytes. */
const entryOverhead = 256

/** The longest delay of a timer; later times are looked at again then. */
const longestTimer = 0x7fff_ffff

/**
 * A queue: first in, first out, one message to one consumer, consumers in turn. Requeued messages come first, in
 * their old order. Time to live is observed at the head, as RabbitMQ's classic queues do it.
 */
export class Queue {
  readonly consumers: Consumer[] = []
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
    private readonly vhost: VirtualHost,
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

  /** Whether a further message would be refused instead of pushing the oldest out. */
  get refusesMore(): boolean {
    const { overflow } = this.properties.arguments
    return overflow === 'reject-publish' && this.exceeds(this.messageCount + 1, this.readyBytes)
  }

  enqueue(message: Message, expiration: number | undefined, enqueuedAt: number, journalId: number | undefined): void {
    this.insert(message, expiration, enqueuedAt, journalId, false)
    // A message with no time to live at all still reaches a consumer that is ready for it.
    if (this.messageCount > 1) this.expireHead()
    this.handOut()
    while (this.exceeds(this.messageCount, this.readyBytes)) this.discard(this.take()!, 'maxlen')
  }

  /** Puts back what the journal remembers. Whether it was delivered before is unknown, so it counts as redelivered. */
  restore(message: Message, expiration: number | undefined, enqueuedAt: number, journalId: number): void {
    this.insert(message, expiration, enqueuedAt, journalId, true)
    this.watchExpiry()
  }

  /** The oldest message for `basic.get`; it is unsettled from then on. */
  get(): Entry | undefined {
    this.touch()
    this.expireHead()
    const entry = this.take()
    if (entry) this.unsettled.add(entry)
    return entry
  }

  /** Acknowledged: the message is done with. */
  settle(entry: Entry): void {
    this.unsettled.delete(entry)
    this.release(entry)
  }

  /** Gives deliveries back to their old places, or dead-letters those that came back too often. */
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

  /** Removes every message that waits; returns how many. Purged messages are not dead-lettered. */
  purge(): number {
    const count = this.messageCount
    for (let entry = this.take(); entry; entry = this.take()) this.release(entry)
    return count
  }

  addConsumer(consumer: Consumer): void {
    this.consumers.push(consumer)
    this.touch()
  }

  removeConsumer(consumer: Consumer): void {
    const at = this.consumers.indexOf(consumer)
    if (at < 0) return
    this.consumers.splice(at, 1)
    if (at < this.turn) this.turn--
    this.touch()
    if (this.properties.autoDelete && this.consumers.length === 0) this.vhost.deleteQueue(this)
    // The next single active consumer takes over.
    else this.dispatch()
  }

  /** Hands out messages as long as a consumer takes them. */
  dispatch(): void {
    this.expireHead()
    this.handOut()
  }

  /** Starts the time after which an unused queue is deleted anew. */
  touch(): void {
    const { expires } = this.properties.arguments
    if (expires === undefined) return
    clearTimeout(this.disuseTimer)
    if (this.consumers.length > 0 || this.isDeleted) return
    this.disuseTimer = setTimeout(() => this.vhost.deleteQueue(this), expires).unref()
  }

  /** Ends a deleted queue: nothing is dead-lettered, consumers are told. */
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

  /** Stops timers without ending the queue: the broker closes. */
  stop(): void {
    clearTimeout(this.expiryTimer)
    clearTimeout(this.disuseTimer)
  }

  private handOut(): void {
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
      // Shifting a long array for each message costs its length; cutting the used half off now and then does not.
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

  private nextConsumer(): Consumer | undefined {
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
    // Published before it is settled here: a crash in between leaves it twice, never nowhere.
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
