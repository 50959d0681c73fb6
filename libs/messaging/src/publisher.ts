import type { ConfirmChannel, Message } from 'amqplib'
import type { Attachment, Channels, Connection } from './connection'
import { assertCommands, assertExchanges, route, type Address } from './topology'

/** A message on its way out, its payload as a value or as the JSON text it was staged with. */
export type Outgoing = {
  readonly message: Address
  /** The same however often the message is published: consumers know it again by this. */
  readonly messageId: string
  readonly correlationId: string
} & ({ readonly payload: unknown } | { readonly body: string })

/** Some messages of a batch are not known to be safe at the broker; publishing them again is right. */
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
  /** Ids of messages that no queue took; the broker says so before it confirms them. */
  private readonly returned = new Set<string>()

  constructor(connection: Connection) {
    void connection.attach(this)
  }

  async up({ work }: Channels): Promise<void> {
    await assertExchanges(work)
    work.on('return', (message: Message) => this.returned.add(String(message.properties.messageId)))
    this.channel = work
  }

  down(): void {
    this.channel = undefined
    this.asserted.clear()
    this.returned.clear()
  }

  /** Resolves when the broker holds every message; rejects with those it may not hold. */
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
    const { message, messageId, correlationId } = outgoing
    const { exchange, key, mandatory } = route(message)
    const text = 'body' in outgoing ? outgoing.body : JSON.stringify(outgoing.payload)
    const properties = {
      persistent: true,
      mandatory,
      messageId,
      correlationId,
      type: message.id,
      contentType: 'application/json',
    }
    return new Promise<{ messageId: string; reason: string } | undefined>((resolve) => {
      const confirmed = (error: Error | null): void => {
        if (error) resolve({ messageId, reason: error.message })
        else if (this.returned.delete(messageId)) {
          // Somebody removed the queue; the next publication makes it again.
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
      asserted = assertCommands(channel, service)
      this.asserted.set(service, asserted)
    }
    return asserted
  }
}
