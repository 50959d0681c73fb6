import { setTimeout as pause } from 'node:timers/promises'
import { connect, type ChannelModel, type ConsumeMessage } from 'amqplib'

/** Queues of every service, as libs/messaging names them. */
const queues = ['customers', 'dns', 'domains', 'orders', 'registry-worker'].flatMap((service) => [
  `${service}.events`,
  `${service}.commands`,
])

/** A copy of ours that comes back to us goes on at once. */
const OURS = 'unruly'

/** How long a message is kept at most before each copy. */
const LONGEST_MS = 1_000

/** Consumers at each queue, of which a service has one: how many messages in three we are given. */
const HANDS = 2

/** What a broker may do by its own rules, done all the time. */
export interface UnrulyBroker {
  /** How many messages of each kind it gave out more than once. */
  readonly repeated: ReadonlyMap<string, number>
  /** Gives out what it still keeps, and disturbs nobody any more. */
  close(): Promise<void>
}

/**
 * Sits at the queues of all services beside them: of the messages that it is given, each is kept for a while and then
 * given out two or three times, so that messages come late, behind younger ones, and more than once.
 */
export async function unrulyBroker(url: string): Promise<UnrulyBroker> {
  const connection = await connect(url)
  const channel = await connection.createConfirmChannel()
  await channel.prefetch(1_000)
  const kept = new Set<Promise<void>>()
  const repeated = new Map<string, number>()
  let isOver = false

  const giveOut = async (queue: string, { content, properties }: ConsumeMessage) => {
    const { messageId, correlationId, contentType, type, headers } = properties
    const options = { messageId, correlationId, contentType, type, persistent: true }
    await new Promise<void>((resolve, reject) => {
      const given = { ...options, headers: { ...headers, [OURS]: 1 } }
      channel.sendToQueue(queue, content, given, (error: Error | null) => (error ? reject(error) : resolve()))
    })
  }
  const disturb = async (queue: string, message: ConsumeMessage) => {
    const isOurs = message.properties.headers?.[OURS] !== undefined
    const copies = isOurs ? 1 : 2 + Math.floor(Math.random() * 2)
    for (let copy = 0; copy < copies; copy++) {
      if (!isOurs && !isOver) await pause(Math.random() * LONGEST_MS)
      await giveOut(queue, message)
    }
    channel.ack(message)
    const kind = String(message.properties.type)
    if (copies > 1) repeated.set(kind, (repeated.get(kind) ?? 0) + 1)
  }

  const tags: string[] = []
  for (const queue of queues) {
    if (!(await isThere(connection, queue))) continue
    for (let hand = 0; hand < HANDS; hand++) {
      const consumed = await channel.consume(queue, (message) => {
        if (!message) return
        const keeping = disturb(queue, message).finally(() => kept.delete(keeping))
        kept.add(keeping)
      })
      tags.push(consumed.consumerTag)
    }
  }
  return {
    repeated,
    async close() {
      isOver = true
      for (const tag of tags) await channel.cancel(tag)
      await Promise.all(kept)
      await connection.close()
    },
  }
}

/** Whether a queue was ever declared; a broker closes the channel of who asks for another. */
async function isThere(connection: ChannelModel, queue: string): Promise<boolean> {
  const channel = await connection.createChannel()
  channel.on('error', () => undefined)
  const isThere = await channel.checkQueue(queue).then(
    () => true,
    () => false,
  )
  if (isThere) await channel.close()
  return isThere
}
