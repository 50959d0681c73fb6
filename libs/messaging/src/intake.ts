import type { Channel } from 'amqplib'

/** Begins to consume one queue; returns the consumer's tag. */
export type Consume = () => Promise<string>

/**
 * The consumers of one receiver. They exist while the broker is connected and the service accepts messages. Changes run
 * one after the other, so that none is lost.
 */
export class Intake {
  private channel: Channel | undefined
  private consumers: readonly Consume[] = []
  private tags: string[] = []
  private wanted = true
  private closed = false
  private turn: Promise<void> = Promise.resolve()

  /** Whether messages are consumed, or will be as soon as the broker is connected. */
  get isOpen(): boolean {
    return this.wanted
  }

  /** Starts the consumers on a new channel. Rejects when the broker refuses one. */
  open(channel: Channel, consumers: readonly Consume[]): Promise<void> {
    this.channel = channel
    this.consumers = consumers
    this.tags = []
    return this.adjust()
  }

  /** The channel is closed, and its consumers with it. */
  lost(): void {
    this.channel = undefined
    this.tags = []
  }

  /** Starts or stops the consumers. When the channel breaks meanwhile, the connection sets it up again. */
  async setOpen(wanted: boolean): Promise<void> {
    this.wanted = wanted && !this.closed
    await this.adjust().catch(() => {})
  }

  /** Stops the consumers for good. */
  async close(): Promise<void> {
    this.closed = true
    await this.setOpen(false)
  }

  private adjust(): Promise<void> {
    const adjusted = this.turn.then(() => this.apply())
    this.turn = adjusted.catch(() => {})
    return adjusted
  }

  private async apply(): Promise<void> {
    const { channel } = this
    if (!channel) return
    if (!this.wanted) {
      for (const tag of this.tags.splice(0)) await channel.cancel(tag)
      return
    }
    for (const consume of this.consumers.slice(this.tags.length)) {
      const tag = await consume()
      if (channel !== this.channel) return
      this.tags.push(tag)
    }
  }
}
