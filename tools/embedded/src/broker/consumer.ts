import type { Entry, Queue, QueueConsumer } from './queue'

/** The channel of a consumer, as the consumer sees it. */
export interface ConsumerChannel {
  takesDeliveries(noAck: boolean): boolean
  deliver(consumer: Consumer, entry: Entry): void
  consumerCancelled(consumer: Consumer): void
}

/** A subscription of one channel to one queue. */
export class Consumer implements QueueConsumer {
  /** Deliveries that are not settled yet. */
  unsettled = 0

  /** @param prefetch limit of unsettled deliveries; 0 means no limit */
  constructor(
    readonly tag: string,
    readonly queue: Queue,
    readonly noAck: boolean,
    readonly exclusive: boolean,
    private readonly prefetch: number,
    private readonly channel: ConsumerChannel,
  ) {}

  get isReady(): boolean {
    if (!this.channel.takesDeliveries(this.noAck)) return false
    return this.noAck || this.prefetch === 0 || this.unsettled < this.prefetch
  }

  deliver(entry: Entry): void {
    if (!this.noAck) this.unsettled++
    this.channel.deliver(this, entry)
  }

  cancelledByQueue(): void {
    this.channel.consumerCancelled(this)
  }
}
