import type { Channel } from 'amqplib'
import type { AnyMessage } from '@nameyard/contracts/event'
import type { Caller } from '@nameyard/contracts/operation'

/**
 * The names and arguments of all exchanges and queues of the platform. Publisher, consumer and operator tool declare
 * them through this file only, because a broker refuses a queue that two sides declare differently.
 */

/** The programs that open a connection: the services, and the edges that own no data. */
export type Party = Caller

/** The part of a message that decides its route. */
export type Address =
  | { readonly kind: 'event'; readonly id: string }
  | { readonly kind: 'command'; readonly id: string; readonly service: string }

/** The header of a message that names the step that has sent it (W3C Trace Context). */
export const traceHeader = 'traceparent'

export const eventsExchange = 'nameyard.events'
export const deadExchange = 'nameyard.dead'

/**
 * Requests to services, with a `requestKey`. A topic exchange, because RabbitMQ can limit the keys that a user may publish
 * with: each program only those that name it as the sender.
 */
export const requestsExchange = 'nameyard.requests'

/** Requests of the operator; routing key is the service's name. Only the operator's user needs the right to write here. */
export const operatorExchange = 'nameyard.operator'

/** Pseudo queue of direct reply-to: answers are delivered to the requesting channel, without a queue of their own. */
export const replyQueue = 'amq.rabbitmq.reply-to'

/** Most deliveries of a message whose consumer loses its connection; far more than restarts of a service cause. */
const DELIVERY_LIMIT = 50

/**
 * Most deliveries of a dead letter: as good as no limit, since each listing is one. Without a limit RabbitMQ 4 takes 20, and
 * -1 means none only there: RabbitMQ 3.10 then drops a message that was listed once.
 */
const LISTING_LIMIT = 1_000_000_000

/** Not `<service>.rpc`: earlier releases declared that queue with other arguments, and a broker may still have it. */
export const rpcQueue = (service: string): string => `${service}.requests`
export const operatorQueue = (service: string): string => `${service}.operator`
export const eventsQueue = (service: string): string => `${service}.events`
export const commandsQueue = (service: string): string => `${service}.commands`
export const deadQueue = (service: string): string => `${service}.dead-letters`
/** Where earlier releases kept dead letters: a queue on one node only. `adoptDeadLetters` empties and removes it. */
export const earlierDeadQueue = (service: string): string => `${service}.dead`
/** The queue of the one message that marks a broker as the one that has what the service has published: `BrokerMark`. */
export const markQueue = (service: string): string => `${service}.mark`
/** The queue of one part of a service's work; its messages say which rows can be worked on. */
export const workQueue = (service: string, key: string): string => `${service}.work.${key}`

/**
 * The exchange before the queues of commands and events of a service. Not the default exchange: a user who may write
 * there can reach every queue. A topic exchange, because RabbitMQ can limit the keys that a user may publish to one.
 */
export const inboxExchange = (service: string): string => `${service}.inbox`
/** Routing keys of an inbox. Other services may send commands; the service itself returns messages for another attempt. */
export const inboxKeys = { commands: 'commands', events: 'events' } as const

/** Routing key of requests: to whom, and from whom. */
export const requestKey = (service: string, sender: string): string => `${service}.${sender}`
/** The sender in the routing key of a request. */
export const senderIn = (key: string): string => key.slice(key.indexOf('.') + 1)
/** Matches the requests to a service from any sender. */
export const requestsTo = (service: string): string => requestKey(service, '*')

/** The version is that of the payload; a breaking change gets a new key beside the old one. */
export const eventKey = (event: Pick<AnyMessage, 'id'>): string => `${event.id}.v1`

/** Where a message is published: events to all bound queues, a command to its service only. */
export function route(address: Address): { exchange: string; key: string; mandatory: boolean } {
  return address.kind === 'event'
    ? { exchange: eventsExchange, key: eventKey(address), mandatory: false }
    : { exchange: inboxExchange(address.service), key: inboxKeys.commands, mandatory: true }
}

/**
 * Declares queues, exchanges and bindings before they are used.
 *
 * With a fixed topology it declares nothing: they exist already, as `docker/rabbitmq-definitions.json` describes them, and
 * the user of the connection may not change them.
 */
export class Topology {
  constructor(readonly isFixed: boolean) {}

  /**
   * Durable, although requests are not: RabbitMQ refuses transient queues that are not exclusive (deprecated in 3.11,
   * denied by default from 4.3). Requests are published as transient messages. After a restart of the broker they are
   * worthless: the caller has timed out and retries.
   *
   * Each request expires, not its queue: with a fixed topology a service could not declare again a queue that expired
   * while it was stopped.
   */
  async assertRpc(channel: Channel, service: string): Promise<void> {
    if (this.isFixed) return
    await channel.assertExchange(requestsExchange, 'topic', { durable: true })
    await channel.assertQueue(rpcQueue(service), { durable: true })
    await channel.bindQueue(rpcQueue(service), requestsExchange, requestsTo(service))
    await channel.assertExchange(operatorExchange, 'direct', { durable: true })
    await channel.assertQueue(operatorQueue(service), { durable: true })
    await channel.bindQueue(operatorQueue(service), operatorExchange, service)
  }

  /** The exchanges that publishers need. */
  async assertExchanges(channel: Channel): Promise<void> {
    if (this.isFixed) return
    await channel.assertExchange(eventsExchange, 'topic', { durable: true })
    await channel.assertExchange(deadExchange, 'direct', { durable: true })
  }

  /** The queue of commands. Publishers declare it too: a command waits for a service that has never run yet. */
  async assertCommands(channel: Channel, service: string): Promise<void> {
    if (this.isFixed) return
    await this.assertDead(channel, service)
    await channel.assertExchange(inboxExchange(service), 'topic', { durable: true })
    await channel.assertQueue(commandsQueue(service), durable(service))
    await channel.bindQueue(commandsQueue(service), inboxExchange(service), inboxKeys.commands)
  }

  /** The queue of events, with its bindings. */
  async assertEvents(channel: Channel, service: string, events: readonly { id: string }[]): Promise<void> {
    if (this.isFixed) return
    await this.assertDead(channel, service)
    await channel.assertExchange(inboxExchange(service), 'topic', { durable: true })
    await channel.assertQueue(eventsQueue(service), durable(service))
    await channel.bindQueue(eventsQueue(service), inboxExchange(service), inboxKeys.events)
    for (const event of events) await channel.bindQueue(eventsQueue(service), eventsExchange, eventKey(event))
  }

  /**
   * The queue of one part, also with a fixed topology: parts are added while a service runs. It has no binding, since only
   * its own service writes to it, by the default exchange.
   */
  async assertWork(channel: Channel, service: string, key: string): Promise<void> {
    await this.assertDead(channel, service)
    await channel.assertQueue(workQueue(service, key), durable(service))
  }

  async assertDead(channel: Channel, service: string): Promise<void> {
    if (this.isFixed) return
    await channel.assertExchange(deadExchange, 'direct', { durable: true })
    await channel.assertQueue(deadQueue(service), lasting)
    await channel.bindQueue(deadQueue(service), deadExchange, service)
  }

  /** It has no binding, since only its own service writes to it, by the default exchange. */
  async assertMark(channel: Channel, service: string): Promise<void> {
    if (!this.isFixed) await channel.assertQueue(markQueue(service), lasting)
  }
}

/** Options of a queue whose messages are never lost. */
export function durable(service: string) {
  return {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-dead-letter-exchange': deadExchange,
      'x-dead-letter-routing-key': service,
      // Only the broker can count the deliveries of a message that ends the handling process.
      'x-delivery-limit': DELIVERY_LIMIT,
    },
  }
}

/** Options of a queue of dead letters, or of a mark: on several nodes, and no message leaves it by itself. */
export const lasting = {
  durable: true,
  arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': LISTING_LIMIT },
}
