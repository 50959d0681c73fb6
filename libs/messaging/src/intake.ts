import type { Channel } from 'amqplib'

/** Begins to consume one queue; returns the consumer's tag. */
export type Consume = () => Promise<string>

/**
 * The consumers of one door. They exist while the broker is connected and the service takes messages; changes are made
 * one after the other, so that none is lost between two.
 */
export class Intake {
  private channel: Channel | undefined
  private consumers: readonly Consume[] = []
  private tags: string[] = []
  private wanted = true
  private closed = false
  private turn: Promise<void> = Promise.resolve()

  /** Whether messages are taken, or will be as soon as the broker is connected. */
  get isOpen(): boolean {
    return this.wanted
  }

  /** Begins on a new channel; rejects when the broker refuses a consumer. */
  open(channel: Channel, consumers: readonly Consume[]): Promise<void> {
    this.channel = channel
    this.consumers = consumers
    this.tags = []
    return this.adjust()
  }

  /** The channel is gone, and its consumers with it. */
  lost(): void {
    this.channel = undefined
    this.tags = []
  }

  /** Takes messages, or none; a channel that breaks meanwhile is set up anew by its connection. */
  async take(wanted: boolean): Promise<void> {
    this.wanted = wanted && !this.closed
    await this.adjust().catch(() => {})
  }

  /** Takes nothing any more. */
  async close(): Promise<void> {
    this.closed = true
    await this.take(false)
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
