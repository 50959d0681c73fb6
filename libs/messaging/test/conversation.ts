import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { testBroker } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { proxyTo } from '@nameyard/testing/proxy'
import type { Outgoing } from '../src/publisher'
import { start, type Running } from './fixture'

export const now = (): number => performance.timeOrigin + performance.now()

export const call = (over: Partial<Call> = {}): Call => ({ correlationId: 'c-1', deadline: now() + 10_000, ...over })

export const message = (message: Outgoing['message'], payload: unknown): Outgoing & { messageId: string } => ({
  message,
  payload,
  messageId: randomUUID(),
  correlationId: 'c-2',
})

export const refusalOf = async (answer: Promise<unknown>): Promise<Refusal> => {
  const error: unknown = await answer.then(
    () => new Error('was not refused'),
    (error: unknown) => error,
  )
  if (!(error instanceof Refusal)) throw error
  return error
}

/** Returns the deliveries of a message that a bench has recorded. */
export const seen = (bench: Running['bench'], messageId: string) =>
  bench.seen.filter(({ delivery }) => delivery.messageId === messageId)

/**
 * Starts two services on a broker, each behind a proxy that the test can cut. `gateway` sends requests and messages,
 * `dns` handles them.
 */
export async function startConversation(url: string) {
  const broker = await testBroker(url)
  const toDns = await proxyTo(broker.url)
  const toGateway = await proxyTo(broker.url)
  const dns = await start('dns', { url: toDns.url, now, prefetch: 4 })
  const gateway = await start('gateway', { url: toGateway.url, now })
  const raw = await connect(broker.url)
  const control = await raw.createChannel()
  const depth = async (queue: string): Promise<number> => (await control.checkQueue(queue)).messageCount
  return {
    url: broker.url,
    dns,
    gateway,
    toDns,
    toGateway,
    /** A channel of the AMQP client, without the platform's transport. */
    control,
    depth,
    isEmpty: (queue: string) => eventually(async () => (await depth(queue)) === 0, `${queue} is empty`),
    async close() {
      await gateway.app.close()
      await dns.app.close()
      await raw.close()
      await toGateway.close()
      await toDns.close()
      await broker.drop()
    },
  }
}

export type Conversation = Awaited<ReturnType<typeof startConversation>>
