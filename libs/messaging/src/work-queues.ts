import { Logger } from '@nestjs/common'
import type { ConfirmChannel, ConsumeMessage, Message } from 'amqplib'
import type { Attachment, Channels, Connection } from './connection'
import { workQueue } from './topology'

/** Works on the row of an id. Resolves when the message can be forgotten; a rejection returns it to the queue. */
export type Work = (id: string) => Promise<void>

/** A row that can be worked on, and the key of its queue. */
export interface Announced {
  readonly key: string
  readonly id: string
}

interface Consumption {
  readonly prefetch: number
  readonly work: Work
  tag?: string
}

/**
 * Queues of work, one for each key of a service. A message is the id of a row that can be worked on, and nothing else: the
 * row decides. So lost, late and repeated messages do no harm as long as the service announces again what was lost.
 */
export class WorkQueues implements Attachment {
  private readonly log = new Logger('messaging')
  private readonly consumed = new Map<string, Consumption>()
  private readonly asserted = new Map<string, Promise<void>>()
  /** Ids of messages that the broker returned: their queue is gone. */
  private readonly returned = new Set<string>()
  private channel: ConfirmChannel | undefined
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly connection: Connection) {
    void connection.attach(this)
  }

  async up(channels: Channels): Promise<void> {
    const channel = await channels.open()
    channel.on('return', ({ properties }: Message) => this.returned.add(String(properties.messageId)))
    this.channel = channel
    await this.inTurn(async () => {
      for (const [name, consumption] of this.consumed) await this.start(channel, name, consumption)
    })
  }

  down(): void {
    this.channel = undefined
    this.asserted.clear()
    this.returned.clear()
    for (const consumption of this.consumed.values()) delete consumption.tag
  }

  /** Whether the broker can be reached. */
  get isOpen(): boolean {
    return this.channel !== undefined
  }

  /** Publishes the ids. Returns those that the broker has not confirmed. */
  async announce(rows: readonly Announced[]): Promise<Announced[]> {
    const { channel } = this
    if (!channel) return [...rows]
    const sent = await Promise.all(rows.map((row) => this.send(channel, row).catch(() => false)))
    return rows.filter((_, index) => !sent[index])
  }

  /** How many messages wait in the queue of a key; undefined while the broker cannot be reached. */
  async depth(key: string): Promise<number | undefined> {
    const { channel } = this
    if (!channel) return undefined
    await this.assert(channel, key)
    return (await channel.checkQueue(this.queueOf(key))).messageCount
  }

  /** Consumes a key until `stop`, also after the connection was lost. `prefetch`: most messages at the same time. */
  async consume(name: string, prefetch: number, work: Work): Promise<void> {
    const consumption: Consumption = { prefetch, work }
    this.consumed.set(name, consumption)
    const { channel } = this
    // A channel that breaks meanwhile is set up again.
    if (channel) await this.inTurn(() => this.start(channel, name, consumption)).catch(() => undefined)
  }

  /** Consumes nothing more of a key. Messages that were delivered are worked on. */
  async stop(name: string): Promise<void> {
    const consumption = this.consumed.get(name)
    this.consumed.delete(name)
    const { channel } = this
    if (!consumption || !channel) return
    await this.inTurn(async () => {
      if (consumption.tag !== undefined && channel === this.channel) await channel.cancel(consumption.tag)
    }).catch(() => undefined)
  }

  private async start(channel: ConfirmChannel, name: string, consumption: Consumption): Promise<void> {
    if (channel !== this.channel || consumption.tag !== undefined || this.consumed.get(name) !== consumption) return
    await this.assert(channel, name)
    // The prefetch holds for consumers that begin after it.
    await channel.prefetch(consumption.prefetch)
    const queue = this.queueOf(name)
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message) void this.settle(channel, consumption, message)
    })
    if (channel === this.channel) consumption.tag = consumerTag
  }

  private async settle(channel: ConfirmChannel, consumption: Consumption, message: ConsumeMessage): Promise<void> {
    const isDone = await consumption.work(message.content.toString()).then(
      () => true,
      (error: Error) => {
        this.log.warn(`work returns to its queue: ${error.message}`)
        return false
      },
    )
    try {
      if (isDone) channel.ack(message)
      else channel.nack(message)
    } catch {
      // The channel is closed, so the broker delivers the message again.
    }
  }

  private async send(channel: ConfirmChannel, { key, id }: Announced): Promise<boolean> {
    await this.assert(channel, key)
    const options = { persistent: true, mandatory: true, messageId: id, correlationId: id, type: 'work' }
    await new Promise<void>((resolve, reject) => {
      const confirmed = (error: Error | null): void => (error ? reject(error) : resolve())
      channel.publish('', this.queueOf(key), Buffer.from(id), options, confirmed)
    })
    if (!this.returned.delete(id)) return true
    // The queue was deleted; the next publication creates it again.
    this.asserted.delete(key)
    return false
  }

  private assert(channel: ConfirmChannel, key: string): Promise<void> {
    let asserted = this.asserted.get(key)
    if (!asserted) {
      asserted = this.connection.topology.assertWork(channel, this.connection.party, key)
      this.asserted.set(key, asserted)
    }
    return asserted
  }

  private queueOf(key: string): string {
    return workQueue(this.connection.party, key)
  }

  /** Runs changes of consumers one after the other: each sets the prefetch of the channel. */
  private inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const changed = this.turn.then(change)
    this.turn = changed.catch(() => undefined)
    return changed
  }
}
