import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { testBroker } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import type { Outgoing } from '../src/publisher'
import { start, type Running } from './fixture'
import { proxyTo } from '@nameyard/testing/proxy'

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

/** What a bench has seen of a message. */
export const seen = (bench: Running['bench'], messageId: string) =>
  bench.seen.filter(({ delivery }) => delivery.messageId === messageId)

/** Two services on a broker, `gateway` that asks and tells and `dns` that answers and hears, each with a line to cut. */
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
    /** Past the platform's own transport. */
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
