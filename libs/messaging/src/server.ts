import type { AnyOperation, Input, Result } from '@nameyard/contracts/operation'
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices'
import type { Attachment, Channels, Connection } from './connection'
import { EventDoor, type EventDoorOptions, type MessageConsumer } from './event-door'
import { replayOf, transport, truthOf, type Registration } from './pattern'
import type { Repeats } from './repeats'
import { RpcDoor, type OperationHandler } from './rpc-door'
import type { Party } from './topology'

export interface MessagingServerOptions extends EventDoorOptions {
  readonly party: Party
  readonly now: () => number
  /** How long handlers that run may take to finish when the service closes. */
  readonly drainMs: number
}

/**
 * The serving side of the transport as a Nest strategy: `app.connectMicroservice({ strategy })`. Opens the door of
 * operations and the door of events for the handlers that Nest found, again after each loss of the broker.
 */
export class MessagingServer extends Server implements CustomTransportStrategy, Attachment {
  override readonly transportId = transport
  private readonly operations = new Map<string, OperationHandler>()
  private readonly consumers = new Map<string, MessageConsumer>()
  /** By their patterns: what puts answers together again, and what judges them. */
  private readonly ofRepeats = new Map<string, MessageHandler>()
  private readonly rpcDoor: RpcDoor
  private readonly eventDoor: EventDoor

  constructor(
    private readonly connection: Connection,
    private readonly options: MessagingServerOptions,
  ) {
    super()
    const memoryOf = (id: string) => ({
      replay: this.ofRepeats.get(replayOf(id)),
      isStillTrue: this.ofRepeats.get(truthOf(id)),
    })
    this.rpcDoor = new RpcDoor(options.party, this.operations, memoryOf, options.now)
    this.eventDoor = new EventDoor(options.party, this.consumers, options)
  }

  /** Called by Nest for every method that carries our transport. */
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
    if (registration.kind === 'replay' || registration.kind === 'truth') this.ofRepeats.set(id, handle)
    else if (registration.kind === 'consumer') this.consumers.set(id, { message: registration.message, handle })
    else this.operations.set(id, { operation: registration.operation, batch: registration.batch, handle })
  }

  /** Has requests that may come twice answered out of this memory. */
  rememberWith(repeats: Repeats): void {
    this.rpcDoor.rememberWith(repeats)
  }

  /** Answers an operation that every service has and none declares; said before the doors open. */
  answer<O extends AnyOperation>(operation: O, handle: (input: Input<O>) => Promise<Result<O>>): void {
    this.addHandler(operation.id, handle, false, { registration: { kind: 'operation', operation, batch: false } })
  }

  /** How many messages wait for this service or are being handled, and how many it has handled since it started. */
  async load(): Promise<{ waiting: number; handled: number } | undefined> {
    return this.consumers.size > 0 ? this.eventDoor.load() : { waiting: 0, handled: 0 }
  }

  /** Takes messages, or leaves them to other replicas: for a service that cannot work for a while. */
  async take(isTaking: boolean): Promise<void> {
    await Promise.all([this.rpcDoor.take(isTaking), this.eventDoor.take(isTaking)])
  }

  /** Opens the doors; does not wait for a broker that is away, which is found by itself later. */
  async listen(callback: () => void): Promise<void> {
    await this.connection.start()
    await this.connection.attach(this)
    callback()
  }

  async up({ rpc, work }: Channels): Promise<void> {
    if (this.operations.size > 0) await this.rpcDoor.open(rpc)
    if (this.consumers.size > 0) await this.eventDoor.open(work)
  }

  down(): void {
    this.rpcDoor.lost()
    this.eventDoor.lost()
  }

  /** Takes nothing new and lets what runs finish, within bounds; the connection stays for what still publishes. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const bound = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.options.drainMs)))
    await Promise.race([Promise.all([this.rpcDoor.drain(), this.eventDoor.drain()]), bound])
    clearTimeout(timer)
  }

  on(): never {
    throw new Error('The messaging server has no events of its own')
  }

  unwrap<T>(): T {
    return this.connection as T
  }
}

/** The one service that can be asked or told; events are for everybody. */
function ownerOf(registration: Registration): string | undefined {
  if (registration.kind !== 'consumer') return registration.operation.service
  return registration.message.kind === 'command' ? registration.message.service : undefined
}
