import { randomBytes } from 'node:crypto'
import { deadLettered, isCycle } from './dead-letter'
import { Exchange, type ExchangeType } from './exchange'
import type { Journal } from './journal'
import type { Memory } from './memory'
import { readProperties, type Message, type Properties } from './message'
import type { Arguments } from './methods'
import { Queue, type DeadReason, type Entry, type QueueHost } from './queue'
import { inequivalent, readQueueArguments, requireSameArguments } from './queue-arguments'
import { notImplemented, ProtocolError, replyCode } from './reply-code'
import { encodeTable } from './wire'

/** What all virtual hosts of a broker share. */
export interface BrokerResources {
  readonly memory: Memory
  readonly journal: Journal | undefined
  /** Milliseconds since 1970. */
  now(): number
  /** Returns a number that no queue and no message has had. */
  nextId(): number
}

/** A channel that consumes from the pseudo queue `amq.rabbitmq.reply-to`. */
export interface ReplyReceiver {
  receiveReply(message: Message): void
}

/** The result of publishing a message. */
export interface Outcome {
  readonly routed: boolean
  /** Refused by a full queue or for lack of memory. */
  readonly refused: boolean
  /** Confirmed only once the journal has it on disk. */
  readonly journaled: boolean
}

export const directReplyQueue = 'amq.rabbitmq.reply-to'

/** A name space of exchanges and queues, separate from every other. */
export class VirtualHost implements QueueHost {
  readonly exchanges = new Map<string, Exchange>()
  readonly queues = new Map<string, Queue>()
  readonly replyReceivers = new Map<string, ReplyReceiver>()
  readonly memory: Memory

  constructor(
    readonly name: string,
    private readonly resources: BrokerResources,
  ) {
    this.memory = resources.memory
    for (const type of ['direct', 'fanout', 'topic'] as const) {
      this.exchanges.set(`amq.${type}`, new Exchange(`amq.${type}`, type, true, false, true))
    }
  }

  /** Whether it has neither queues nor declared exchanges. */
  get isEmpty(): boolean {
    return this.queues.size === 0 && [...this.exchanges.values()].every((exchange) => exchange.predeclared)
  }

  now(): number {
    return this.resources.now()
  }

  /** Returns true when the declaration must be on disk before the reply. */
  declareExchange(args: Arguments<'exchange.declare'>): boolean {
    const { exchange: name, type, durable, autoDelete } = args
    const existing = this.exchanges.get(name)
    if (existing || args.passive) {
      if (!existing) throw name === '' ? onDefaultExchange() : this.noExchange(name)
      if (args.passive) return false
      if (existing.type !== type) throw inequivalent('type', 'exchange', name, `'${type}'`, `'${existing.type}'`)
      this.requireSame('durable', 'exchange', name, durable, existing.durable)
      this.requireSame('auto_delete', 'exchange', name, autoDelete, existing.autoDelete)
      return false
    }
    if (type === 'headers') throw notImplemented('exchange type headers')
    if (type !== 'direct' && type !== 'fanout' && type !== 'topic') {
      throw new ProtocolError(replyCode.commandInvalid, `unknown exchange type '${type}'`)
    }
    if (args.internal) throw notImplemented('internal exchange')
    if (args.arguments['alternate-exchange'] !== undefined) throw notImplemented('alternate-exchange')
    refuseReserved('exchange', name)
    this.addExchange(name, type, durable, autoDelete)
    if (!durable) return false
    this.resources.journal?.append({ kind: 'exchange-declared', vhost: this.name, name, type, autoDelete })
    return true
  }

  addExchange(name: string, type: ExchangeType, durable: boolean, autoDelete: boolean): void {
    this.exchanges.set(name, new Exchange(name, type, durable, autoDelete))
  }

  deleteExchange(name: string, ifUnused: boolean): void {
    refuseReserved('exchange', name)
    const exchange = this.exchanges.get(name)
    if (!exchange) return
    if (ifUnused && !exchange.isUnused) {
      throw new ProtocolError(replyCode.preconditionFailed, `exchange '${name}' in vhost '${this.name}' in use`)
    }
    this.exchanges.delete(name)
    if (exchange.durable) this.resources.journal?.append({ kind: 'exchange-deleted', vhost: this.name, name })
  }

  /** @param connection the owner when the queue is exclusive */
  declareQueue(args: Arguments<'queue.declare'>, connection: object): { queue: Queue; journaled: boolean } {
    const { durable, exclusive, autoDelete } = args
    const existing = this.queues.get(args.queue)
    if (args.passive) return { queue: this.queue(args.queue, connection), journaled: false }
    if (existing) {
      this.requireAccess(existing, connection)
      const { properties } = existing
      this.requireSame('durable', 'queue', existing.name, durable, properties.durable)
      this.requireSame('exclusive', 'queue', existing.name, exclusive, properties.owner !== undefined)
      this.requireSame('auto_delete', 'queue', existing.name, autoDelete, properties.autoDelete)
      requireSameArguments(existing.name, properties.arguments.declared, args.arguments)
      existing.touch()
      return { queue: existing, journaled: false }
    }
    if (!durable && !exclusive) throw transientQueue(args.queue, this.name)
    const queueArguments = readQueueArguments(args.arguments)
    if (queueArguments.isQuorum && (!durable || exclusive || autoDelete)) {
      throw new ProtocolError(
        replyCode.preconditionFailed,
        'a quorum queue is durable, not exclusive and not auto-delete',
      )
    }
    if (args.queue !== '') refuseReserved('queue', args.queue)
    const name = args.queue || `amq.gen-${randomBytes(16).toString('base64url')}`
    const owner = exclusive ? connection : undefined
    const id = this.resources.nextId()
    const queue = this.addQueue({ name, id, durable, autoDelete, owner, arguments: queueArguments })
    if (!isRemembered(queue)) return { queue, journaled: false }
    const table = encodeTable(args.arguments).toString('base64')
    const record = { vhost: this.name, name, id, autoDelete, arguments: table }
    this.resources.journal?.append({ kind: 'queue-declared', ...record })
    return { queue, journaled: true }
  }

  addQueue(properties: Queue['properties']): Queue {
    const queue = new Queue(properties, this)
    this.queues.set(queue.name, queue)
    return queue
  }

  /** Returns the queue of that name; refuses with 404 when it does not exist, 405 when another connection owns it. */
  queue(name: string, connection: object): Queue {
    const queue = this.queues.get(name)
    if (!queue) throw new ProtocolError(replyCode.notFound, `no queue '${name}' in vhost '${this.name}'`)
    this.requireAccess(queue, connection)
    return queue
  }

  /** Deletes a queue with its messages and returns how many were ready. */
  deleteQueue(queue: Queue): number {
    if (queue.isDeleted) return 0
    this.queues.delete(queue.name)
    for (const exchange of [...this.exchanges.values()]) {
      if (exchange.forget(queue)) this.deleteIfAbandoned(exchange)
    }
    if (isRemembered(queue)) this.resources.journal?.append({ kind: 'queue-deleted', id: queue.properties.id })
    return queue.drop()
  }

  /** Returns true when the binding must be on disk before the reply. */
  bind(args: Arguments<'queue.bind'>, queue: Queue): boolean {
    const exchange = this.bindable(args.exchange)
    const { routingKey } = args
    if (!exchange.bind({ queue, routingKey, arguments: args.arguments })) return false
    if (!exchange.durable || !isRemembered(queue)) return false
    const table = encodeTable(args.arguments).toString('base64')
    const record = { vhost: this.name, exchange: exchange.name, id: queue.properties.id, routingKey, arguments: table }
    this.resources.journal?.append({ kind: 'bound', ...record })
    return true
  }

  unbind(args: Arguments<'queue.unbind'>, queue: Queue): void {
    const exchange = this.bindable(args.exchange)
    const { routingKey } = args
    if (!exchange.unbind(queue, routingKey)) return
    if (exchange.durable && isRemembered(queue)) {
      const record = { vhost: this.name, exchange: exchange.name, id: queue.properties.id, routingKey }
      this.resources.journal?.append({ kind: 'unbound', ...record })
    }
    this.deleteIfAbandoned(exchange)
  }

  /** Refuses with 404 when the exchange does not exist. */
  requireExchange(name: string): void {
    if (name !== '' && !this.exchanges.has(name)) throw this.noExchange(name)
  }

  /** Puts a message into every queue that its routing key matches. */
  publish(message: Message, properties: Properties): Outcome {
    if (message.exchange === '' && message.routingKey.startsWith(`${directReplyQueue}.`)) {
      const receiver = this.replyReceivers.get(message.routingKey)
      receiver?.receiveReply(message)
      return { routed: receiver !== undefined, refused: false, journaled: false }
    }
    const queues = this.route(message)
    return this.enqueue(message, properties, queues)
  }

  deadLetter(queue: Queue, entry: Entry, reason: DeadReason): void {
    const { deadLetterExchange: exchange, deadLetterRoutingKey } = queue.properties.arguments
    if (exchange === undefined || (exchange !== '' && !this.exchanges.has(exchange))) return
    const to = { exchange, routingKey: deadLetterRoutingKey ?? entry.message.routingKey }
    const message = deadLettered(entry.message, queue.name, reason, to, this.now())
    const queues = this.route(message)
    if (reason !== 'rejected') for (const target of queues) if (isCycle(message, target.name)) queues.delete(target)
    this.enqueue(message, readProperties(message.properties), queues)
  }

  /** Records that an entry of the journal is settled. */
  settled(id: number, queue: number): void {
    this.resources.journal?.append({ kind: 'settled', id, queue })
  }

  private route(message: Message): Set<Queue> {
    const queues = new Set<Queue>()
    if (message.exchange === '') {
      const queue = this.queues.get(message.routingKey)
      if (queue) queues.add(queue)
    } else {
      this.exchanges.get(message.exchange)?.route(message.routingKey, queues)
    }
    return queues
  }

  private enqueue(message: Message, properties: Properties, queues: Set<Queue>): Outcome {
    const { journal } = this.resources
    const expiration = properties.expiration === undefined ? undefined : Number(properties.expiration)
    const enqueuedAt = this.now()
    let refused = false
    const journaledIn: number[] = []
    for (const queue of queues) {
      if (queue.refusesMore) {
        refused = true
        queues.delete(queue)
      } else if (journal && isRemembered(queue) && (properties.persistent || queue.properties.arguments.isQuorum)) {
        journaledIn.push(queue.properties.id)
      }
    }
    let id: number | undefined
    if (journal && journaledIn.length > 0) {
      id = this.resources.nextId()
      journal.append({ kind: 'message', id, enqueuedAt, queues: journaledIn, message })
    }
    for (const queue of queues) {
      const journalId = journaledIn.includes(queue.properties.id) ? id : undefined
      queue.enqueue(message, expiration, enqueuedAt, journalId)
    }
    return { routed: queues.size > 0 || refused, refused, journaled: id !== undefined }
  }

  private bindable(name: string): Exchange {
    if (name === '') throw onDefaultExchange()
    const exchange = this.exchanges.get(name)
    if (!exchange) throw this.noExchange(name)
    return exchange
  }

  private deleteIfAbandoned(exchange: Exchange): void {
    if (exchange.autoDelete && exchange.isUnused) this.deleteExchange(exchange.name, false)
  }

  private requireAccess(queue: Queue, connection: object): void {
    const { owner } = queue.properties
    if (owner === undefined || owner === connection) return
    const reason = `cannot obtain exclusive access to locked queue '${queue.name}' in vhost '${this.name}'`
    throw new ProtocolError(replyCode.resourceLocked, reason)
  }

  private requireSame(property: string, kind: 'queue' | 'exchange', name: string, wanted: boolean, is: boolean): void {
    if (wanted !== is) throw inequivalent(property, kind, name, `'${wanted}'`, `'${is}'`)
  }

  private noExchange(name: string): ProtocolError {
    return new ProtocolError(replyCode.notFound, `no exchange '${name}' in vhost '${this.name}'`)
  }
}

function onDefaultExchange(): ProtocolError {
  return new ProtocolError(replyCode.accessRefused, 'operation not permitted on the default exchange')
}

/**
 * RabbitMQ 4.3 refuses such queues by default: it closes the connection with 541 (deprecated feature
 * `transient_nonexcl_queues`). This broker does the same, so that the platform does not come to depend on one.
 */
function transientQueue(name: string, vhost: string): ProtocolError {
  const reason = `queue '${name}' in vhost '${vhost}' is transient and not exclusive: declare it durable or exclusive`
  return new ProtocolError(replyCode.internalError, reason)
}

/** Whether a queue survives a restart of the broker. An exclusive queue ends with its connection. */
export function isRemembered(queue: Queue): boolean {
  return queue.properties.durable && queue.properties.owner === undefined
}

function refuseReserved(kind: string, name: string): void {
  if (name !== '' && !name.startsWith('amq.')) return
  throw new ProtocolError(replyCode.accessRefused, `${kind} name '${name}' is reserved`)
}
