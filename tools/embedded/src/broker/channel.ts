import { randomBytes } from 'node:crypto'
import { Confirms } from './confirms'
import { Consumer, type ConsumerChannel } from './consumer'
import { frameType, type Frame, type FrameWriter } from './frames'
import type { Journal } from './journal'
import { readProperties, withReplyTo, type Message } from './message'
import { decodeMethod, type Arguments, type Method } from './methods'
import { Publication } from './publication'
import type { Entry, Queue } from './queue'
import { notImplemented, ProtocolError, replyCode } from './reply-code'
import { directReplyQueue, type ReplyReceiver, type VirtualHost } from './virtual-host'
import { Reader } from './wire'

interface Delivery {
  readonly entry: Entry
  readonly queue: Queue
  readonly consumer: Consumer | undefined
}

/** The connection of a channel, as the channel sees it. It is also the owner of exclusive queues. */
export interface ChannelConnection {
  readonly vhost: VirtualHost
  readonly writer: FrameWriter
  readonly journal: Journal | undefined
  readonly user: string
  readonly maxMessageBytes: number
  /** False while the client reads too slowly. */
  readonly takesDeliveries: boolean
  readonly wantsCancelNotice: boolean
  passToChannel(channel: Channel, frame: Frame): void
  channelClosedByClient(channel: Channel): void
}

/** A channel of a connection. Its methods run one after the other. */
export class Channel implements ConsumerChannel, ReplyReceiver {
  readonly consumers = new Map<string, Consumer>()
  private readonly unsettled = new Map<number, Delivery>()
  private lastDeliveryTag = 0
  private prefetch = 0
  private sharedPrefetch = 0
  private latestQueue = ''
  private confirms: Confirms | undefined
  private publication: Publication | undefined
  private replies: { tag: string; address: string } | undefined
  /** Frames received while a reply waits for the disk; undefined when none waits. */
  private heldBack: Frame[] | undefined
  private isOpen = true

  constructor(
    readonly number: number,
    private readonly connection: ChannelConnection,
  ) {}

  /** Processes a frame; throws a ProtocolError when it refuses it. */
  receive(frame: Frame): void {
    if (this.heldBack) this.heldBack.push(frame)
    else if (frame.type === frameType.method) {
      if (this.publication) throw new ProtocolError(replyCode.unexpectedFrame, 'expected content, got a method')
      this.execute(decodeMethod(new Reader(frame.payload)))
    } else {
      if (!this.publication) throw new ProtocolError(replyCode.unexpectedFrame, 'content without basic.publish')
      if (frame.type === frameType.header) this.publication.header(frame.payload)
      else this.publication.body(frame.payload)
      if (this.publication.isComplete) this.publish(this.publication)
    }
  }

  takesDeliveries(noAck: boolean): boolean {
    if (!this.isOpen || !this.connection.takesDeliveries) return false
    return noAck || this.sharedPrefetch === 0 || this.unsettled.size < this.sharedPrefetch
  }

  deliver(consumer: Consumer, entry: Entry): void {
    const deliveryTag = this.remember(entry, consumer.queue, consumer)
    const { exchange, routingKey } = entry.message
    const args = { consumerTag: consumer.tag, deliveryTag, redelivered: entry.redelivered, exchange, routingKey }
    this.connection.writer.content(this.number, 'basic.deliver', args, entry.message)
  }

  receiveReply(message: Message): void {
    const { exchange, routingKey } = message
    const args = { consumerTag: this.replies!.tag, deliveryTag: ++this.lastDeliveryTag, redelivered: false }
    this.connection.writer.content(this.number, 'basic.deliver', { ...args, exchange, routingKey }, message)
  }

  consumerCancelled(consumer: Consumer): void {
    this.consumers.delete(consumer.tag)
    if (!this.isOpen || !this.connection.wantsCancelNotice) return
    this.connection.writer.method(this.number, 'basic.cancel', { consumerTag: consumer.tag, nowait: true })
  }

  /** Delivers again, after the connection became writable or the shared prefetch has room. */
  resumeDeliveries(): void {
    for (const queue of new Set([...this.consumers.values()].map((consumer) => consumer.queue))) queue.dispatch()
  }

  /** Ends the consumers and requeues every unsettled delivery. */
  close(): void {
    this.isOpen = false
    this.heldBack = undefined
    this.publication = undefined
    if (this.replies) this.connection.vhost.replyReceivers.delete(this.replies.address)
    const deliveries = [...this.unsettled.values()]
    this.unsettled.clear()
    for (const consumer of [...this.consumers.values()]) consumer.queue.removeConsumer(consumer)
    this.consumers.clear()
    requeue(deliveries)
  }

  private execute(method: Method): void {
    const { vhost, writer } = this.connection
    switch (method.name) {
      case 'exchange.declare':
        return this.reply(vhost.declareExchange(method.args), () => {
          if (!method.args.nowait) writer.method(this.number, 'exchange.declare-ok', {})
        })
      case 'exchange.delete':
        vhost.deleteExchange(method.args.exchange, method.args.ifUnused)
        if (!method.args.nowait) writer.method(this.number, 'exchange.delete-ok', {})
        return
      case 'queue.declare':
        return this.declareQueue(method.args)
      case 'queue.bind':
        return this.reply(vhost.bind(method.args, this.queue(method.args.queue)), () => {
          if (!method.args.nowait) writer.method(this.number, 'queue.bind-ok', {})
        })
      case 'queue.unbind':
        vhost.unbind(method.args, this.queue(method.args.queue))
        return writer.method(this.number, 'queue.unbind-ok', {})
      case 'queue.purge': {
        const messageCount = this.queue(method.args.queue).purge()
        if (!method.args.nowait) writer.method(this.number, 'queue.purge-ok', { messageCount })
        return
      }
      case 'queue.delete':
        return this.deleteQueue(method.args)
      case 'basic.qos':
        if (method.args.prefetchSize > 0) throw notImplemented('prefetch size')
        if (method.args.global) this.sharedPrefetch = method.args.prefetchCount
        else this.prefetch = method.args.prefetchCount
        writer.method(this.number, 'basic.qos-ok', {})
        return this.resumeDeliveries()
      case 'basic.consume':
        return this.consume(method.args)
      case 'basic.cancel':
        return this.cancel(method.args)
      case 'basic.publish':
        return this.beginPublication(method.args)
      case 'basic.get':
        return this.get(method.args)
      case 'basic.ack':
        return this.settle(method.args, (deliveries) => {
          for (const { queue, entry } of deliveries) queue.settle(entry)
        })
      case 'basic.nack':
        return this.settle(method.args, method.args.requeue ? requeue : reject)
      case 'basic.reject':
        return this.settle({ ...method.args, multiple: false }, method.args.requeue ? requeue : reject)
      case 'basic.recover':
      case 'basic.recover-async':
        if (!method.args.requeue) throw notImplemented('basic.recover without requeue')
        this.settle({ deliveryTag: 0, multiple: true }, requeue)
        if (method.name === 'basic.recover') writer.method(this.number, 'basic.recover-ok', {})
        return
      case 'confirm.select':
        this.confirms ??= new Confirms(this.number, writer, this.connection.journal)
        if (!method.args.nowait) writer.method(this.number, 'confirm.select-ok', {})
        return
      case 'channel.close':
        return this.connection.channelClosedByClient(this)
      case 'channel.flow':
        if (!method.args.active) throw notImplemented('channel.flow with active=false')
        return writer.method(this.number, 'channel.flow-ok', { active: true })
      default:
        throw notImplemented(method.name)
    }
  }

  /** Replies at once, or once a journaled change is on disk. Frames that arrive meanwhile wait for the reply. */
  private reply(journaled: boolean, send: () => void): void {
    const { journal } = this.connection
    if (!journaled || !journal) return send()
    this.heldBack = []
    journal.whenSynced(() => {
      const frames = this.heldBack
      this.heldBack = undefined
      if (!this.isOpen || !frames) return
      send()
      for (const frame of frames) this.connection.passToChannel(this, frame)
    })
  }

  private declareQueue(args: Arguments<'queue.declare'>): void {
    const { vhost, writer } = this.connection
    if (args.passive && vhost.replyReceivers.has(args.queue)) {
      const counts = { messageCount: 0, consumerCount: 1 }
      return writer.method(this.number, 'queue.declare-ok', { queue: args.queue, ...counts })
    }
    const named = args.passive && args.queue === '' ? { ...args, queue: this.latestQueue } : args
    const { queue, journaled } = vhost.declareQueue(named, this.connection)
    this.latestQueue = queue.name
    this.reply(journaled, () => {
      if (args.nowait) return
      const counts = { messageCount: queue.messageCount, consumerCount: queue.consumers.length }
      writer.method(this.number, 'queue.declare-ok', { queue: queue.name, ...counts })
    })
  }

  private deleteQueue(args: Arguments<'queue.delete'>): void {
    const { vhost, writer } = this.connection
    let messageCount = 0
    if (vhost.queues.has(args.queue || this.latestQueue)) {
      const queue = this.queue(args.queue)
      const obstacle =
        args.ifUnused && queue.consumers.length > 0
          ? 'in use'
          : args.ifEmpty && queue.messageCount > 0
            ? 'not empty'
            : ''
      if (obstacle) {
        const reason = `queue '${queue.name}' in vhost '${vhost.name}' ${obstacle}`
        throw new ProtocolError(replyCode.preconditionFailed, reason)
      }
      messageCount = vhost.deleteQueue(queue)
    }
    if (!args.nowait) writer.method(this.number, 'queue.delete-ok', { messageCount })
  }

  private beginPublication(args: Arguments<'basic.publish'>): void {
    if (args.immediate) throw notImplemented('immediate=true')
    this.connection.vhost.requireExchange(args.exchange)
    this.publication = new Publication(args, this.connection.maxMessageBytes)
  }

  private publish(publication: Publication): void {
    this.publication = undefined
    const { args, properties: published } = publication
    const body = publication.content()
    const { vhost, writer, user } = this.connection
    const properties = readProperties(published)
    if (properties.expiration !== undefined && !/^\d{1,15}$/.test(properties.expiration)) {
      throw new ProtocolError(replyCode.preconditionFailed, `invalid expiration '${properties.expiration}'`)
    }
    if (properties.userId !== undefined && properties.userId !== user) {
      const reason = `user_id property set to '${properties.userId}' but authenticated user was '${user}'`
      throw new ProtocolError(replyCode.preconditionFailed, reason)
    }
    const { exchange, routingKey } = args
    const message: Message = { exchange, routingKey, properties: this.answerable(published, properties), body }
    if (!vhost.memory.hasRoomFor(body.length + published.length)) {
      const reason = 'the memory limit of the broker is reached'
      if (!this.confirms) throw new ProtocolError(replyCode.resourceError, reason)
      return this.confirms.published({ refused: true, journaled: false })
    }
    const outcome = vhost.publish(message, properties)
    if (args.mandatory && !outcome.routed) {
      const unroutable = { replyCode: replyCode.noRoute, replyText: 'NO_ROUTE', exchange, routingKey }
      writer.content(this.number, 'basic.return', unroutable, { properties: published, body })
    }
    this.confirms?.published(outcome)
  }

  /** Replaces the pseudo queue in reply-to with the address of this channel's reply consumer. */
  private answerable(block: Buffer, { replyTo, replyToSpan }: ReturnType<typeof readProperties>): Buffer {
    if (replyTo !== directReplyQueue) return block
    if (!this.replies) throw new ProtocolError(replyCode.preconditionFailed, 'fast reply consumer does not exist')
    return withReplyTo(block, replyToSpan, this.replies.address)
  }

  private consume(args: Arguments<'basic.consume'>): void {
    const { vhost, writer } = this.connection
    const tag = args.consumerTag || `amq.ctag-${randomBytes(16).toString('base64url')}`
    if (this.consumers.has(tag) || this.replies?.tag === tag) {
      throw new ProtocolError(replyCode.notAllowed, `attempt to reuse consumer tag '${tag}'`)
    }
    if (args.arguments['x-priority'] !== undefined) throw notImplemented('consumer priority')
    const consumed = (): void => {
      if (!args.nowait) writer.method(this.number, 'basic.consume-ok', { consumerTag: tag })
    }
    if (args.queue === directReplyQueue) {
      this.consumeReplies(tag, args.noAck)
      return consumed()
    }
    const queue = this.queue(args.queue)
    if (queue.consumers.some((consumer) => consumer.exclusive) || (args.exclusive && queue.consumers.length > 0)) {
      const reason = `queue '${queue.name}' in vhost '${vhost.name}' in exclusive use`
      throw new ProtocolError(replyCode.accessRefused, reason)
    }
    const consumer = new Consumer(tag, queue, args.noAck, args.exclusive, this.prefetch, this)
    this.consumers.set(tag, consumer)
    consumed()
    queue.addConsumer(consumer)
    queue.dispatch()
  }

  private consumeReplies(tag: string, noAck: boolean): void {
    if (!noAck) throw new ProtocolError(replyCode.preconditionFailed, 'reply consumer cannot acknowledge')
    if (this.replies) throw new ProtocolError(replyCode.preconditionFailed, 'reply consumer already set')
    const address = `${directReplyQueue}.${randomBytes(16).toString('base64url')}`
    this.replies = { tag, address }
    this.connection.vhost.replyReceivers.set(address, this)
  }

  private cancel({ consumerTag, nowait }: Arguments<'basic.cancel'>): void {
    const consumer = this.consumers.get(consumerTag)
    this.consumers.delete(consumerTag)
    if (this.replies?.tag === consumerTag) {
      this.connection.vhost.replyReceivers.delete(this.replies.address)
      this.replies = undefined
    }
    if (!nowait) this.connection.writer.method(this.number, 'basic.cancel-ok', { consumerTag })
    consumer?.queue.removeConsumer(consumer)
  }

  private get({ queue: name, noAck }: Arguments<'basic.get'>): void {
    const { writer } = this.connection
    const queue = this.queue(name)
    const entry = queue.get()
    if (!entry) return writer.method(this.number, 'basic.get-empty', { clusterId: '' })
    const { redelivered, message } = entry
    const deliveryTag = noAck ? ++this.lastDeliveryTag : this.remember(entry, queue, undefined)
    if (noAck) queue.settle(entry)
    const { exchange, routingKey } = message
    const args = { deliveryTag, redelivered, exchange, routingKey, messageCount: queue.messageCount }
    writer.content(this.number, 'basic.get-ok', args, message)
  }

  private remember(entry: Entry, queue: Queue, consumer: Consumer | undefined): number {
    const deliveryTag = ++this.lastDeliveryTag
    if (!consumer?.noAck) this.unsettled.set(deliveryTag, { entry, queue, consumer })
    return deliveryTag
  }

  /** Removes the deliveries that a tag covers and passes them to `end`, oldest first. */
  private settle(
    { deliveryTag, multiple }: { deliveryTag: number; multiple: boolean },
    end: (deliveries: Delivery[]) => void,
  ): void {
    const tags = multiple ? this.tagsUpTo(deliveryTag) : [deliveryTag]
    if (!this.unsettled.has(deliveryTag) && !(multiple && (deliveryTag === 0 || tags.length > 0))) {
      throw new ProtocolError(replyCode.preconditionFailed, `unknown delivery tag ${deliveryTag}`)
    }
    const wasFull = this.sharedPrefetch > 0 && this.unsettled.size >= this.sharedPrefetch
    const deliveries: Delivery[] = []
    const freed = new Set<Queue>()
    for (const tag of tags) {
      const delivery = this.unsettled.get(tag)!
      this.unsettled.delete(tag)
      deliveries.push(delivery)
      if (!delivery.consumer) continue
      delivery.consumer.unsettled--
      freed.add(delivery.queue)
    }
    end(deliveries)
    if (wasFull) this.resumeDeliveries()
    else for (const queue of freed) queue.dispatch()
  }

  private tagsUpTo(deliveryTag: number): number[] {
    if (deliveryTag === 0) return [...this.unsettled.keys()]
    const tags: number[] = []
    for (const tag of this.unsettled.keys()) {
      if (tag > deliveryTag) break
      tags.push(tag)
    }
    return tags
  }

  private queue(name: string): Queue {
    return this.connection.vhost.queue(name || this.latestQueue, this.connection)
  }
}

function requeue(deliveries: Delivery[]): void {
  for (const [queue, entries] of byQueue(deliveries)) queue.requeue(entries)
}

function reject(deliveries: Delivery[]): void {
  for (const { queue, entry } of deliveries) queue.reject(entry)
}

function byQueue(deliveries: Delivery[]): Map<Queue, Entry[]> {
  const groups = new Map<Queue, Entry[]>()
  for (const { queue, entry } of deliveries) {
    const entries = groups.get(queue)
    if (entries) entries.push(entry)
    else groups.set(queue, [entry])
  }
  return groups
}
