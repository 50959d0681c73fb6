import type { ConfirmChannel, GetMessage } from 'amqplib'
import type { ServiceName } from '@nameyard/contracts/operation'
import type { Connection } from './connection'
import { copy, deadLetterHeaders } from './event-door'
import { assertDead, commandsQueue, deadQueue, eventsQueue } from './topology'

/** A message that a service could not handle. */
export interface DeadLetter {
  /** Id of the event or command. */
  readonly message: string
  readonly messageId: string
  readonly correlationId: string
  /** What the last attempt failed with, or what is wrong with the message. */
  readonly reason: string
  /** The payload as JSON text. */
  readonly body: string
}

/** The messages a service laid aside, for operators: to be looked at, and given back when the cause is gone. */
export class DeadLetters {
  constructor(private readonly connection: Connection) {}

  /** The oldest dead letters of a service; they stay where they are. */
  async list(service: ServiceName, limit = 100): Promise<DeadLetter[]> {
    const found: DeadLetter[] = []
    await this.each(service, limit, async (message) => {
      found.push(describe(message))
      return 'keep'
    })
    return found
  }

  /** How many lie there now; not a number while the broker is away, since nobody knows. */
  async count(service: ServiceName): Promise<number> {
    const channel = this.connection.channels?.work
    if (!channel) return NaN
    await assertDead(channel, service)
    return (await channel.checkQueue(deadQueue(service))).messageCount
  }

  /** Gives dead letters back to the service as if new: all that lie there now, or those named. Returns their number. */
  async redrive(service: ServiceName, messageIds?: readonly string[]): Promise<number> {
    const wanted = messageIds && new Set(messageIds)
    let redriven = 0
    await this.each(service, Infinity, async (message, channel) => {
      if (wanted && !wanted.has(String(message.properties.messageId))) return 'keep'
      await copy(channel, '', originOf(service, message), message, {})
      redriven++
      return 'remove'
    })
    return redriven
  }

  private async each(
    service: ServiceName,
    limit: number,
    visit: (message: GetMessage, channel: ConfirmChannel) => Promise<'keep' | 'remove'>,
  ): Promise<void> {
    const channel = this.connection.channels?.work
    if (!channel) throw new Error('no broker')
    await assertDead(channel, service)
    const kept: GetMessage[] = []
    try {
      // Only what lies here now: what fails again in the meantime comes back to the end of the queue.
      const { messageCount } = await channel.checkQueue(deadQueue(service))
      for (let i = 0; i < Math.min(limit, messageCount); i++) {
        const message = await channel.get(deadQueue(service))
        if (!message) break
        kept.push(message)
        if ((await visit(message, channel)) === 'keep') continue
        channel.ack(message)
        kept.pop()
      }
    } finally {
      for (const message of kept) channel.nack(message, false, true)
    }
  }
}

/** The queue a dead letter was in; one that the broker itself laid aside has only the broker's note. */
function originOf(service: ServiceName, { properties }: GetMessage): string {
  const headers = properties.headers ?? {}
  const noted: unknown = headers[deadLetterHeaders.queue] ?? headers['x-first-death-queue']
  return noted === commandsQueue(service) ? commandsQueue(service) : eventsQueue(service)
}

function describe({ properties, content }: GetMessage): DeadLetter {
  const headers = properties.headers ?? {}
  return {
    message: String(properties.type),
    messageId: String(properties.messageId),
    correlationId: String(properties.correlationId),
    reason: String(headers[deadLetterHeaders.reason] ?? headers['x-first-death-reason'] ?? 'unknown'),
    body: content.toString(),
  }
}
