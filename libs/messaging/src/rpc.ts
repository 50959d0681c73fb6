import { Logger } from '@nestjs/common'
import { Refusal, type ErrorName, type Fault, type RefusalDetails } from '@nameyard/contracts/errors'
import type { AnyOperation, Call, InputGiven, Result, ServiceName } from '@nameyard/contracts/operation'
import type { Span, Tracer } from '@nameyard/tracing/span'
import { isSampled } from '@nameyard/tracing/traceparent'
import { currentWork } from '@nameyard/tracing/work'
import type { Attachment, Channels, Connection } from './connection'
import { RequestBatcher, type Waiting } from './request-batcher'
import { operatorExchange, replyQueue, requestKey, requestsExchange } from './topology'
import { answerKind, decodeAnswers, encodeRequest, encodeRequests, type Answer, type Json } from './wire'

/** An answer as JSON texts, for an edge that passes them on without parsing them. */
export interface AnswerText {
  /** In UTF-8 where it is large. */
  readonly data: Json
  /** JSON text of an array. */
  readonly warnings: string
  /** Whether the request was carried out before, and this is its first answer. */
  readonly replayed: boolean
}

interface Pending extends Waiting {
  readonly sequence: number
  readonly batcher: RequestBatcher
  readonly resolve: (answer: AnswerText) => void
  readonly reject: (refusal: Refusal) => void
  timer?: NodeJS.Timeout
}

/** Where the requests to a service are published. */
interface Route {
  readonly service: ServiceName
  readonly exchange: string
  readonly key: string
}

/**
 * Calls operations of services. Refuses with `service_unavailable` when no answer arrived by the deadline; at once
 * while the broker cannot be reached, or when the connection is lost. It is then unknown whether the request was
 * carried out. A caller with an idempotency key may repeat it.
 */
export class Rpc implements Attachment {
  private readonly batchers = new Map<string, RequestBatcher>()
  /** The same by operation, so that a request need not build the name of its route. */
  private readonly batcherOf = new Map<AnyOperation, RequestBatcher>()
  private readonly pending = new Map<number, Pending>()
  private readonly asserted = new Set<ServiceName>()
  private readonly log = new Logger('messaging')
  private channels: Channels | undefined
  private tracer: Tracer | undefined
  private sequence = 0

  constructor(
    private readonly connection: Connection,
    private readonly now: () => number,
    /** In whose name an operation is asked for. */
    private readonly senderOf: (operation: AnyOperation) => string = () => connection.party,
  ) {
    void connection.attach(this)
  }

  /**
   * Returns the result of an operation. The service parses `input` and adds defaults.
   * @param options.timeoutMs limits the wait further than the call's deadline
   */
  async call<O extends AnyOperation>(
    operation: O,
    input: InputGiven<O>,
    call: Call,
    options: { readonly timeoutMs?: number } = {},
  ): Promise<Result<O>> {
    const { data } = await this.ask(operation, input, call, options.timeoutMs)
    return JSON.parse(data.toString()) as Result<O>
  }

  /** Returns the result as JSON text, with its warnings; for an edge, which does not read it. */
  callText<O extends AnyOperation>(operation: O, input: InputGiven<O>, call: Call): Promise<AnswerText> {
    return this.ask(operation, input, call)
  }

  /** Sets what traces requests. */
  traceWith(tracer: Tracer | undefined): void {
    this.tracer = tracer
  }

  async up(channels: Channels): Promise<void> {
    await channels.rpc.consume(
      replyQueue,
      (message) => {
        if (message) this.receive(message.content)
      },
      { noAck: true },
    )
    this.channels = channels
  }

  down(): void {
    this.channels = undefined
    this.asserted.clear()
    for (const request of [...this.pending.values()]) this.abandon(request)
  }

  private ask(operation: AnyOperation, input: unknown, call: Call, timeoutMs?: number): Promise<AnswerText> {
    const span = currentWork()?.span
    const asking = this.step(operation, call, span)
    // Without a span of its own the request has that of its caller as parent.
    const trace = (asking ?? span)?.traceparent ?? call.trace
    const answer = this.request(operation, input, trace === call.trace ? call : { ...call, trace }, timeoutMs)
    if (!asking) return answer
    return answer
      .catch((error: unknown) => {
        asking.fail(error instanceof Refusal ? error.refusal : (error as Error).name)
        throw error
      })
      .finally(() => asking.end())
  }

  /** The step of a question in a traced request; that of the call, where the current work is that of nobody. */
  private step({ id }: AnyOperation, { trace }: Call, current: Span | undefined): Span | undefined {
    if (current ? !current.isSampled : trace === undefined || !isSampled(trace)) return undefined
    const start = { kind: 'client', attributes: { 'rpc.method': id } } as const
    return current ? current.child(`ask ${id}`, start) : this.tracer?.resume(trace, `ask ${id}`, start)
  }

  private request(operation: AnyOperation, input: unknown, call: Call, timeoutMs = Infinity): Promise<AnswerText> {
    const now = this.now()
    const deadline = Math.min(call.deadline, now + timeoutMs)
    const remainingMs = deadline - now
    if (!this.channels || remainingMs <= 0) return Promise.reject(new Refusal('service_unavailable'))
    const sequence = ++this.sequence
    return new Promise((resolve, reject) => {
      const batcher = this.batcherOf.get(operation) ?? this.batcher(operation)
      const text = encodeRequest([sequence, operation.id, sentOf(call, operation, deadline), input])
      const request: Pending = { sequence, text, deadline, settled: false, batcher, resolve, reject }
      request.timer = setTimeout(() => this.abandon(request), Math.ceil(remainingMs))
      this.pending.set(sequence, request)
      batcher.push(request)
    })
  }

  private batcher(operation: AnyOperation): RequestBatcher {
    const { service, audience } = operation
    // Requests of the operator have an exchange of their own.
    const route =
      audience === 'operator'
        ? { service, exchange: operatorExchange, key: service }
        : { service, exchange: requestsExchange, key: requestKey(service, this.senderOf(operation)) }
    const name = `${route.exchange} ${route.key}`
    let batcher = this.batchers.get(name)
    if (!batcher) {
      batcher = new RequestBatcher((requests) => this.send(route, requests))
      this.batchers.set(name, batcher)
    }
    this.batcherOf.set(operation, batcher)
    return batcher
  }

  private send(route: Route, requests: readonly Waiting[]): void {
    const { service } = route
    if (!this.channels) return
    if (this.asserted.has(service)) return this.publish(route, requests)
    // A refusal closes the channel; `down` then refuses all pending requests.
    this.connection.topology.assertRpc(this.channels.rpc, service).then(
      () => {
        this.asserted.add(service)
        this.publish(route, requests)
      },
      () => {},
    )
  }

  private publish({ exchange, key }: Route, requests: readonly Waiting[]): void {
    const wanted = requests.filter(({ settled }) => !settled)
    if (!this.channels || wanted.length === 0) return
    const latest = wanted.reduce((latest, { deadline }) => Math.max(latest, deadline), 0)
    try {
      this.channels.rpc.publish(exchange, key, encodeRequests(wanted.map(({ text }) => text)), {
        replyTo: replyQueue,
        expiration: String(Math.max(1, Math.ceil(latest - this.now()))),
        // Tells the service who the operator is. The broker compares it with the user of this connection.
        ...(exchange === operatorExchange && { userId: this.connection.user }),
      })
    } catch {
      // The channel is closing; `down` will refuse all pending requests.
    }
  }

  /** What cannot be read is dropped: its requests wait for their deadline, and no other request is lost. */
  private receive(content: Buffer): void {
    try {
      for (const answer of decodeAnswers(content)) this.settle(answer)
    } catch (error) {
      this.log.warn(`a message of answers that is not readable: ${(error as Error).message}`)
    }
  }

  private settle(answer: Answer): void {
    // Read before the request is taken, because a request that was taken waits no more for its deadline.
    const refusal = answer.kind === answerKind.refusal ? (JSON.parse(answer.data.toString()) as RefusalText) : undefined
    const request = this.take(answer.sequence)
    if (!request) return
    if (request.message) request.batcher.answered(request.message)
    if (!refusal) {
      const replayed = answer.kind === answerKind.replayed
      request.resolve({ data: answer.data, warnings: answer.warnings || '[]', replayed })
    } else {
      const { name, details, faults } = refusal
      request.reject(new Refusal(name, details, faults))
    }
  }

  private abandon(request: Pending): void {
    if (!this.take(request.sequence)) return
    if (request.message) request.batcher.answered(request.message)
    request.reject(new Refusal('service_unavailable'))
  }

  private take(sequence: number): Pending | undefined {
    const request = this.pending.get(sequence)
    if (!request) return undefined
    this.pending.delete(sequence)
    clearTimeout(request.timer)
    request.settled = true
    return request
  }
}

/**
 * The fields of a call that are sent, written out because a copy of all fields costs more. The actor travels as the signed
 * statement only. A request that a service sends while it handles a call is not the repeatable request itself: an answer
 * stored under that key would belong to another attempt.
 */
function sentOf(call: Call, { audience }: AnyOperation, deadline: number): Call {
  const { correlationId, trace, statement, repeat, address, session, passed, approval } = call
  const sent = { correlationId, trace, deadline, address, statement }
  if (repeat === undefined && session === undefined && passed === undefined && approval === undefined)
    return sent as Call
  return { ...sent, session, passed, approval, repeat: audience === 'reseller' ? repeat : undefined } as Call
}

interface RefusalText {
  readonly name: ErrorName
  readonly details: RefusalDetails
  readonly faults: readonly Fault[]
}
