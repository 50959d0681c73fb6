import type { ConfirmChannel } from 'amqplib'
import { eventsOf } from '@nameyard/contracts/event'
import type { Channels } from './connection'
import { markQueue, type Party, type Topology } from './topology'

/**
 * The mark of a service at the broker: one message in a queue of its own. A broker that is new, or that has lost its disk,
 * has none. It is not the queue itself, because definitions that are exported from one broker and imported into another
 * have the queues too. One process of a service at a time may read or put it.
 */
export class BrokerMark {
  constructor(
    private readonly service: Party,
    private readonly topology: Topology,
  ) {}

  /** Returns the mark; undefined if there is none. */
  read(channels: Channels): Promise<string | undefined> {
    return this.apart(channels, async (channel, queue) => {
      const message = await channel.get(queue)
      if (!message) return undefined
      const mark = message.content.toString()
      // A returned message is in its queue only some time later. The confirmed copy is there for the next reader.
      await send(channel, queue, mark)
      channel.ack(message)
      return mark
    })
  }

  /**
   * Puts a mark in place of any other one. Before that it declares the queues of all consumers of the service's events:
   * nothing of what is published from then on misses a service that has not connected yet.
   */
  put(channels: Channels, mark: string): Promise<void> {
    return this.apart(channels, async (channel, queue) => {
      await this.topology.assertExchanges(channel)
      for (const event of eventsOf(this.service)) {
        for (const consumer of event.consumers) await this.topology.assertEvents(channel, consumer, [event])
      }
      await channel.purgeQueue(queue)
      await send(channel, queue, mark)
    })
  }

  private async apart<T>(channels: Channels, work: (channel: ConfirmChannel, queue: string) => Promise<T>): Promise<T> {
    const channel = await channels.openApart()
    try {
      await this.topology.assertMark(channel, this.service)
      return await work(channel, markQueue(this.service))
    } finally {
      await channel.close().catch(() => undefined)
    }
  }
}

/** Resolves when the broker has confirmed it. */
function send(channel: ConfirmChannel, queue: string, mark: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const confirmed = (error: Error | null): void => (error ? reject(error) : resolve())
    channel.sendToQueue(queue, Buffer.from(mark), { persistent: true, messageId: mark, type: 'mark' }, confirmed)
  })
}
