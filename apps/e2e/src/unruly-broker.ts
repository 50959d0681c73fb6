import { setTimeout as pause } from 'node:timers/promises'
import { connect, type ChannelModel, type ConsumeMessage } from 'amqplib'
import { services } from '@nameyard/contracts/operation'

/** Queues of every service, as libs/messaging names them. */
const queues = services.flatMap((service) => [`${service}.events`, `${service}.commands`])

/** Header of our copies. A copy that this consumer receives again is forwarded at once. */
const COPY = 'unruly'

/** The longest delay before each copy. */
const LONGEST_MS = 1_000

/** Our consumers on each queue. A service has one, so we receive two of three messages. */
const CONSUMERS = 2

/** Makes a broker do all the time what AMQP allows: delay, reorder and repeat messages. */
export interface UnrulyBroker {
  /** The number of repeated messages by kind. */
  readonly repeated: ReadonlyMap<string, number>
  /** Delivers all delayed messages, and stops. */
  close(): Promise<void>
}

/**
 * Consumes the queues of all services, in competition with the services. Each message that it receives is delayed, and then
 * published two or three times. So messages arrive late, out of order and more than once.
 */
export async function unrulyBroker(url: string, random: () => number = Math.random): Promise<UnrulyBroker> {
  const connection = await connect(url)
  // The broker may die: what waits for it fails.
  connection.on('error', () => undefined)
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => undefined)
  await channel.prefetch(1_000)
  const delayed = new Set<Promise<void>>()
  const repeated = new Map<string, number>()
  let isClosing = false

  const republish = async (queue: string, { content, properties }: ConsumeMessage) => {
    const { messageId, correlationId, contentType, type, headers } = properties
    const options = { messageId, correlationId, contentType, type, persistent: true }
    await new Promise<void>((resolve, reject) => {
      const given = { ...options, headers: { ...headers, [COPY]: 1 } }
      channel.sendToQueue(queue, content, given, (error: Error | null) => (error ? reject(error) : resolve()))
    })
  }
  const delayAndRepeat = async (queue: string, message: ConsumeMessage) => {
    const isCopy = message.properties.headers?.[COPY] !== undefined
    const copies = isCopy ? 1 : 2 + Math.floor(random() * 2)
    for (let copy = 0; copy < copies; copy++) {
      if (!isCopy && !isClosing) await pause(random() * LONGEST_MS)
      await republish(queue, message)
    }
    channel.ack(message)
    const kind = String(message.properties.type)
    if (copies > 1) repeated.set(kind, (repeated.get(kind) ?? 0) + 1)
  }

  const tags: string[] = []
  for (const queue of queues) {
    if (!(await exists(connection, queue))) continue
    for (let consumer = 0; consumer < CONSUMERS; consumer++) {
      const consumed = await channel.consume(queue, (message) => {
        if (!message) return
        const delaying = delayAndRepeat(queue, message).finally(() => delayed.delete(delaying))
        delayed.add(delaying)
        // `close` waits for it, and fails with it.
        delaying.catch(() => undefined)
      })
      tags.push(consumed.consumerTag)
    }
  }
  return {
    repeated,
    async close() {
      isClosing = true
      for (const tag of tags) await channel.cancel(tag)
      await Promise.all(delayed)
      await connection.close()
    },
  }
}

/** Whether a queue exists. The broker closes the channel of a client that checks an unknown queue. */
async function exists(connection: ChannelModel, queue: string): Promise<boolean> {
  const channel = await connection.createChannel()
  channel.on('error', () => undefined)
  const exists = await channel.checkQueue(queue).then(
    () => true,
    () => false,
  )
  if (exists) await channel.close()
  return exists
}
