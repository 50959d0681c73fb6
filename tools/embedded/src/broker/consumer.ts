import type { Channel } from './channel'
import type { Entry, Queue } from './queue'

/** A subscription of one channel to one queue. */
export class Consumer {
  /** Deliveries not settled yet. */
  unsettled = 0

  /** @param prefetch most deliveries that may be unsettled at once; 0 is no limit */
  constructor(
    readonly tag: string,
    readonly queue: Queue,
    readonly noAck: boolean,
    readonly exclusive: boolean,
    private readonly prefetch: number,
    private readonly channel: Channel,
  ) {}

  get isReady(): boolean {
    if (!this.channel.takesDeliveries(this.noAck)) return false
    return this.noAck || this.prefetch === 0 || this.unsettled < this.prefetch
  }

  deliver(entry: Entry): void {
    if (!this.noAck) this.unsettled++
    this.channel.deliver(this, entry)
  }

  /** The queue is gone (RabbitMQ's consumer cancel notification). */
  cancelledByQueue(): void {
    this.channel.consumerCancelled(this)
  }
}
