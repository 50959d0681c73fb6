import type { ConfirmChannel, GetMessage } from 'amqplib'
import type { ServiceName } from '@nameyard/contracts/operation'
import type { Connection } from './connection'
import { copy, deadLetterHeaders } from './message-receiver'
import { commandsQueue, deadQueue, inboxExchange, inboxKeys } from './topology'

/** A message that a service could not handle. */
export interface DeadLetter {
  /** Id of the event or command. */
  readonly message: string
  readonly messageId: string
  readonly correlationId: string
  /** The error of the last attempt, or the fault of the message. */
  readonly reason: string
  /** The payload as JSON text. */
  readonly body: string
}

/** The dead letters of a service. Operators list them, and redrive them when the cause is solved. */
export class DeadLetters {
  constructor(private readonly connection: Connection) {}

  /** The oldest dead letters of a service. They stay in the queue. */
  async list(service: ServiceName, limit = 100): Promise<DeadLetter[]> {
    const found: DeadLetter[] = []
    await this.each(service, limit, async (message) => {
      found.push(describe(message))
      return 'keep'
    })
    return found
  }

  /** The number of dead letters now; NaN while the broker cannot be reached. */
  async count(service: ServiceName): Promise<number> {
    const channel = this.connection.channels?.work
    if (!channel) return NaN
    await this.connection.topology.assertDead(channel, service)
    return (await channel.checkQueue(deadQueue(service))).messageCount
  }

  /**
   * Returns dead letters to the service as new messages: all that exist now, or the named ones. Returns their number.
   */
  async redrive(service: ServiceName, messageIds?: readonly string[]): Promise<number> {
    const wanted = messageIds && new Set(messageIds)
    let redriven = 0
    await this.each(service, Infinity, async (message, channel) => {
      if (wanted && !wanted.has(String(message.properties.messageId))) return 'keep'
      await copy(channel, inboxExchange(service), originOf(service, message), message, {})
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
    await this.connection.topology.assertDead(channel, service)
    const kept: GetMessage[] = []
    try {
      // Only the messages that are in the queue now: one that fails again meanwhile returns to its end.
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

/**
 * The key of the queue in which a dead letter was. For one that the broker itself dead-lettered, only the broker's own header
 * names it.
 */
function originOf(service: ServiceName, { properties }: GetMessage): string {
  const headers = properties.headers ?? {}
  const noted: unknown = headers[deadLetterHeaders.queue] ?? headers['x-first-death-queue']
  return noted === commandsQueue(service) ? inboxKeys.commands : inboxKeys.events
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
