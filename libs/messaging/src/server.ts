import type { KeyObject } from 'node:crypto'
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices'
import type { AnyOperation, Input, Result } from '@nameyard/contracts/operation'
import type { Tracer } from '@nameyard/tracing/span'
import { StatementReader } from './actor-statement'
import { DeadLetterAdoption } from './adopt-dead-letters'
import type { CallRecorder } from './call-recorder'
import type { Attachment, Channels, Connection } from './connection'
import { MessageReceiver, type MessageReceiverOptions, type MessageConsumer } from './message-receiver'
import type { Meter } from './meter'
import { replayOf, transport, stillTrueOf, type Registration } from './pattern'
import type { Repeats } from './repeats'
import { RequestReceiver, type OperationHandler } from './request-receiver'
import type { SlowRequests } from './slow-requests'
import { rpcQueue, type Party } from './topology'

export interface MessagingServerOptions extends MessageReceiverOptions {
  readonly party: Party
  /** The keys whose statements about actors count. */
  readonly actorKeys: readonly KeyObject[]
  /** How long running handlers may take to finish when the service closes; milliseconds. */
  readonly drainMs: number
}

/**
 * The server side of the transport as a Nest strategy: `app.connectMicroservice({ strategy })`. Receives requests and
 * messages for the handlers that Nest found, and starts again after each loss of the connection.
 */
export class MessagingServer extends Server implements CustomTransportStrategy, Attachment {
  override readonly transportId = transport
  private readonly operations = new Map<string, OperationHandler>()
  private readonly consumers = new Map<string, MessageConsumer>()
  /** By pattern: the handlers that build an answer again, and those that decide whether one is still true. */
  private readonly ofRepeats = new Map<string, MessageHandler>()
  private readonly requestReceiver: RequestReceiver
  private readonly messageReceiver: MessageReceiver
  private readonly closing = new AbortController()

  constructor(
    private readonly connection: Connection,
    private readonly options: MessagingServerOptions,
  ) {
    super()
    const repeatHandlersOf = (id: string) => ({
      replay: this.ofRepeats.get(replayOf(id)),
      isStillTrue: this.ofRepeats.get(stillTrueOf(id)),
    })
    this.requestReceiver = new RequestReceiver(
      options.party,
      this.operations,
      repeatHandlersOf,
      connection.topology,
      new StatementReader(options.actorKeys, options.now),
      options.now,
    )
    this.messageReceiver = new MessageReceiver(options.party, this.consumers, connection.topology, options)
  }

  /** Called by Nest for every method with our transport. */
  override addHandler(
    id: string,
    handle: MessageHandler,
    _isEvent?: boolean,
    extras: Record<string, unknown> = {},
  ): void {
    const registration = extras.registration as Registration
    const owner = ownerOf(registration)
    if (owner !== undefined && owner !== this.options.party) {
      throw new Error(`${id} belongs to ${owner} and is handled by ${this.options.party}`)
    }
    if (this.operations.has(id) || this.consumers.has(id) || this.ofRepeats.has(id))
      throw new Error(`${id} has two handlers`)
    super.addHandler(id, handle, false, extras)
    if (registration.kind === 'replay' || registration.kind === 'still-true') this.ofRepeats.set(id, handle)
    else if (registration.kind === 'consumer') this.consumers.set(id, { message: registration.message, handle })
    else this.operations.set(id, { operation: registration.operation, batch: registration.batch, handle })
  }

  /** Is aborted when the service ends: work that waits for something then ends, and answers. */
  get ending(): AbortSignal {
    return this.closing.signal
  }

  /** Sets the memory that answers repeated requests. */
  answerRepeatsWith(repeats: Repeats): void {
    this.requestReceiver.answerRepeatsWith(repeats)
  }

  /** Sets the audit trail that gets what is carried out. */
  recordWith(recorder: CallRecorder): void {
    this.requestReceiver.recordWith(recorder)
  }

  /** Sets what counts requests and messages. */
  measureWith(meter: Meter): void {
    this.requestReceiver.meter = meter
    this.messageReceiver.meter = meter
  }

  /** Sets what reports slow requests. */
  reportSlowWith(slowRequests: SlowRequests): void {
    this.requestReceiver.slowRequests = slowRequests
  }

  /** Sets what traces requests and messages. */
  traceWith(tracer: Tracer | undefined): void {
    this.requestReceiver.tracer = tracer
    this.messageReceiver.tracer = tracer
  }

  /** The messages that wait in each queue of this service, by the name of the queue; empty without a broker. */
  async depths(): Promise<ReadonlyMap<string, number>> {
    const channels = this.connection.channels
    if (!channels) return new Map()
    const queues = [
      ...(this.requestReceiver.isOpen ? [rpcQueue(this.options.party)] : []),
      ...this.messageReceiver.consumed,
    ]
    const counts = await Promise.all(queues.map((queue) => channels.rpc.checkQueue(queue)))
    return new Map(counts.map(({ queue, messageCount }) => [queue, messageCount]))
  }

  /** Answers an operation that every service has and none declares. Call it before the server listens. */
  answer<O extends AnyOperation>(operation: O, handle: (input: Input<O>) => Promise<Result<O>>): void {
    this.addHandler(operation.id, handle, false, { registration: { kind: 'operation', operation, batch: false } })
  }

  /** How many messages it has handled since it started. */
  get handled(): number {
    return this.messageReceiver.handled
  }

  /** How many requests it has received since it started. */
  get received(): number {
    return this.requestReceiver.received
  }

  /** How many messages wait for this service or are being handled, and how many it has handled since it started. */
  async load(): Promise<{ waiting: number; handled: number } | undefined> {
    return this.consumers.size > 0 ? this.messageReceiver.load() : { waiting: 0, handled: 0 }
  }

  /** Consumes messages, or leaves them to other replicas: for a service that cannot work for a while. */
  async setConsuming(isConsuming: boolean): Promise<void> {
    await Promise.all([this.requestReceiver.setConsuming(isConsuming), this.messageReceiver.setConsuming(isConsuming)])
  }

  /** Starts to receive. Does not wait for a broker that cannot be reached; the connection retries. */
  async listen(callback: () => void): Promise<void> {
    await this.connection.start()
    if (this.consumers.size > 0)
      await this.connection.attach(new DeadLetterAdoption(this.options.party, this.connection.topology))
    await this.connection.attach(this)
    callback()
  }

  async up({ rpc, work }: Channels): Promise<void> {
    if (this.operations.size > 0) await this.requestReceiver.open(rpc)
    if (this.consumers.size > 0) await this.messageReceiver.open(work)
  }

  down(): void {
    this.requestReceiver.lost()
    this.messageReceiver.lost()
  }

  /**
   * Accepts nothing new and waits for running work, for a limited time. The connection stays open for the messages that
   * are still to be published.
   */
  async close(): Promise<void> {
    this.closing.abort()
    let timer: NodeJS.Timeout | undefined
    const bound = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.options.drainMs)))
    await Promise.race([Promise.all([this.requestReceiver.drain(), this.messageReceiver.drain()]), bound])
    clearTimeout(timer)
  }

  on(): never {
    throw new Error('The messaging server has no events of its own')
  }

  unwrap<T>(): T {
    return this.connection as T
  }
}

/** Requests and commands have one owner; events are for every service. */
function ownerOf(registration: Registration): string | undefined {
  if (registration.kind !== 'consumer') return registration.operation.service
  return registration.message.kind === 'command' ? registration.message.service : undefined
}
