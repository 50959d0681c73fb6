import type { ConfirmChannel, Message } from 'amqplib'
import type { Attachment, Channels, Connection } from './connection'
import { route, traceHeader, type Address } from './topology'

/** A message to publish, with its payload as a value or as the JSON text of the outbox. */
export type Outgoing = {
  readonly message: Address
  /** The same however often the message is published: consumers recognize a repeated message by it. */
  readonly messageId: string
  readonly correlationId: string
  /** The `traceparent` of its consumers. */
  readonly trace?: string | undefined
} & ({ readonly payload: unknown } | { readonly body: string })

/** The broker has not confirmed some messages of a batch. They must be published again. */
export class Unconfirmed extends Error {
  constructor(
    readonly messageIds: readonly string[],
    reason: string,
  ) {
    super(`${messageIds.length} messages are not confirmed: ${reason}`)
    this.name = 'Unconfirmed'
  }
}

/** Publishes events and commands that must not be lost. */
export class Publisher implements Attachment {
  private channel: ConfirmChannel | undefined
  private readonly asserted = new Map<string, Promise<void>>()
  /**
   * Ids of messages that the broker returned, because no queue has a binding for them. It returns a message before it
   * confirms it.
   */
  private readonly returned = new Set<string>()

  constructor(private readonly connection: Connection) {
    void connection.attach(this)
  }

  async up({ work }: Channels): Promise<void> {
    await this.connection.topology.assertExchanges(work)
    work.on('return', (message: Message) => this.returned.add(String(message.properties.messageId)))
    this.channel = work
  }

  down(): void {
    this.channel = undefined
    this.asserted.clear()
    this.returned.clear()
  }

  /** Resolves when the broker has confirmed every message; rejects with the unconfirmed ones. */
  async publish(batch: readonly Outgoing[]): Promise<void> {
    const { channel } = this
    if (!channel)
      throw new Unconfirmed(
        batch.map(({ messageId }) => messageId),
        'no broker',
      )
    const services = new Set(batch.flatMap(({ message }) => (message.kind === 'command' ? [message.service] : [])))
    await Promise.all([...services].map((service) => this.assert(channel, service)))
    const failures = (await Promise.all(batch.map((outgoing) => this.publishOne(channel, outgoing)))).filter(
      (failure) => failure !== undefined,
    )
    const [first] = failures
    if (first)
      throw new Unconfirmed(
        failures.map(({ messageId }) => messageId),
        first.reason,
      )
  }

  private publishOne(channel: ConfirmChannel, outgoing: Outgoing) {
    const { message, messageId, correlationId, trace } = outgoing
    const { exchange, key, mandatory } = route(message)
    const text = 'body' in outgoing ? outgoing.body : JSON.stringify(outgoing.payload)
    const properties = {
      persistent: true,
      mandatory,
      messageId,
      correlationId,
      type: message.id,
      contentType: 'application/json',
      ...(trace !== undefined && { headers: { [traceHeader]: trace } }),
    }
    return new Promise<{ messageId: string; reason: string } | undefined>((resolve) => {
      const confirmed = (error: Error | null): void => {
        if (error) resolve({ messageId, reason: error.message })
        else if (this.returned.delete(messageId)) {
          // The queue was deleted; the next publication creates it again.
          if (message.kind === 'command') this.asserted.delete(message.service)
          resolve({ messageId, reason: `no queue takes ${message.id}` })
        } else resolve(undefined)
      }
      try {
        channel.publish(exchange, key, Buffer.from(text), properties, confirmed)
      } catch (error) {
        // The channel closed between two messages of the batch.
        confirmed(error as Error)
      }
    })
  }

  private assert(channel: ConfirmChannel, service: string): Promise<void> {
    let asserted = this.asserted.get(service)
    if (!asserted) {
      asserted = this.connection.topology.assertCommands(channel, service)
      this.asserted.set(service, asserted)
    }
    return asserted
  }
}
