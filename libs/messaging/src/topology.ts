import type { Channel } from 'amqplib'
import type { AnyMessage } from '@nameyard/contracts/event'
import type { ServiceName } from '@nameyard/contracts/operation'

/**
 * The names and arguments of everything the platform keeps at the broker. Publisher, consumer and operator tool
 * assert through this file alone, because a broker refuses a queue that two sides declare differently.
 */

/** Who opens a connection: the services, and the edges that own no data. */
export type Party = ServiceName | 'gateway' | 'admin'

/** What the broker needs to know of a message to route it. */
export type Address =
  | { readonly kind: 'event'; readonly id: string }
  | { readonly kind: 'command'; readonly id: string; readonly service: string }

const eventsExchange = 'nameyard.events'
export const deadExchange = 'nameyard.dead'

/** Pseudo queue of direct reply-to: answers come to the channel that asked, without a queue of their own. */
export const replyQueue = 'amq.rabbitmq.reply-to'

/** Losses of the connection a message may live through; far beyond what restarts of a service bring. */
const DELIVERY_LIMIT = 50

/** Not `<service>.rpc`: that was a queue with other arguments, and a broker may still hold it. */
export const rpcQueue = (service: string): string => `${service}.requests`
export const eventsQueue = (service: string): string => `${service}.events`
export const commandsQueue = (service: string): string => `${service}.commands`
export const deadQueue = (service: string): string => `${service}.dead`

/** The version is that of the payload; a breaking change gets a new key beside the old one. */
const routingKey = (event: Pick<AnyMessage, 'id'>): string => `${event.id}.v1`

/** Where a message is published: events to whoever is bound, a command to its service alone. */
export function route(address: Address): { exchange: string; key: string; mandatory: boolean } {
  return address.kind === 'event'
    ? { exchange: eventsExchange, key: routingKey(address), mandatory: false }
    : { exchange: '', key: commandsQueue(address.service), mandatory: true }
}

/**
 * Durable, although requests are not: RabbitMQ refuses transient queues that are not exclusive (deprecated in 3.11, denied
 * by default from 4.3). Requests are published as transient messages, which are worth nothing after a restart of the
 * broker: the caller has timed out and asks again.
 */
export async function assertRpc(channel: Channel, service: string): Promise<void> {
  await channel.assertQueue(rpcQueue(service), { durable: true })
}

/** The exchanges that publishers need. */
export async function assertExchanges(channel: Channel): Promise<void> {
  await channel.assertExchange(eventsExchange, 'topic', { durable: true })
  await channel.assertExchange(deadExchange, 'direct', { durable: true })
}

/** The queue of commands, also asserted by publishers: a command waits for a service that has never run yet. */
export async function assertCommands(channel: Channel, service: string): Promise<void> {
  await assertDead(channel, service)
  await channel.assertQueue(commandsQueue(service), durable(service))
}

/** The queue of events and what it hears. */
export async function assertEvents(
  channel: Channel,
  service: string,
  events: readonly { id: string }[],
): Promise<void> {
  await assertDead(channel, service)
  await channel.assertQueue(eventsQueue(service), durable(service))
  for (const event of events) await channel.bindQueue(eventsQueue(service), eventsExchange, routingKey(event))
}

export async function assertDead(channel: Channel, service: string): Promise<void> {
  await channel.assertExchange(deadExchange, 'direct', { durable: true })
  // Not a quorum queue: those count every look as a delivery and throw a message away at the limit.
  await channel.assertQueue(deadQueue(service), { durable: true })
  await channel.bindQueue(deadQueue(service), deadExchange, service)
}

function durable(service: string) {
  return {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-dead-letter-exchange': deadExchange,
      'x-dead-letter-routing-key': service,
      // A message that ends the process which handles it is counted by the broker alone.
      'x-delivery-limit': DELIVERY_LIMIT,
    },
  }
}
