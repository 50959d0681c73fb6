import type { ConfirmChannel, GetMessage } from 'amqplib'
import type { ServiceName } from '@nameyard/contracts/operation'
import { adoptDeadLetters } from './adopt-dead-letters'
import type { Connection } from './connection'
import { copy, deadLetterHeaders, deadLetterHeadersOf } from './message-receiver'
import { commandsQueue, deadQueue, inboxExchange, inboxKeys, workQueue } from './topology'

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

  /**
   * Dead letters of a service, the oldest first. They stay in the queue, but those that were read are behind the others
   * when it is read the next time.
   */
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
      const { exchange, key } = originOf(service, message)
      await copy(channel, exchange, key, message, {})
      redriven++
      return 'remove'
    })
    return redriven
  }

  /** Removes the named dead letters of a service for good. Returns them. */
  async remove(service: ServiceName, messageIds: readonly string[]): Promise<DeadLetter[]> {
    const wanted = new Set(messageIds)
    const removed: DeadLetter[] = []
    await this.each(service, Infinity, async (message) => {
      if (!wanted.has(String(message.properties.messageId))) return 'keep'
      removed.push(describe(message))
      return 'remove'
    })
    return removed
  }

  /**
   * Moves the dead letters that an earlier release has kept to the queue of this one. Services do so themselves, but not
   * with a fixed topology: the user of the connection must be an administrator then. Returns their number.
   */
  async adopt(service: ServiceName): Promise<number> {
    const { channels, topology } = this.connection
    if (!channels) throw new Error('no broker')
    return adoptDeadLetters(channels, topology, service)
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
      // Only the messages that are in the queue now: one that fails again meanwhile returns to its end. The count of
      // `checkQueue` may omit messages that a listing has just put back; that of `get` does not.
      let left = limit
      while (left > 0) {
        const message = await channel.get(deadQueue(service))
        if (!message) break
        left = Math.min(left - 1, message.fields.messageCount)
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

/** The exchange and key of the queue in which a dead letter was. */
function originOf(service: ServiceName, { properties }: GetMessage): { exchange: string; key: string } {
  const noted = deadLetterHeadersOf({ properties })[deadLetterHeaders.queue]
  if (noted.startsWith(workQueue(service, ''))) return { exchange: '', key: noted }
  const key = noted === commandsQueue(service) ? inboxKeys.commands : inboxKeys.events
  return { exchange: inboxExchange(service), key }
}

function describe({ properties, content }: GetMessage): DeadLetter {
  return {
    message: String(properties.type),
    messageId: String(properties.messageId),
    correlationId: String(properties.correlationId),
    reason: deadLetterHeadersOf({ properties })[deadLetterHeaders.reason],
    body: content.toString(),
  }
}
