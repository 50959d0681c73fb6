import { Refusal, type ErrorName, type Fault, type RefusalDetails } from '@nameyard/contracts/errors'
import type { AnyOperation, Call, InputGiven, Result, ServiceName } from '@nameyard/contracts/operation'
import type { Attachment, Channels, Connection } from './connection'
import { Lane, type Waiting } from './lane'
import { assertRpc, replyQueue, rpcQueue } from './topology'
import { answerKind, decodeAnswers, encodeRequest, encodeRequests, type Answer } from './wire'

/** An answer as it travels: JSON texts, for an edge that passes them on without looking inside. */
export interface AnswerText {
  readonly data: string
  /** JSON text of an array. */
  readonly warnings: string
  /** The request was carried out before; this is the answer it got then. */
  readonly replayed: boolean
}

interface Pending extends Waiting {
  readonly sequence: number
  readonly lane: Lane
  readonly resolve: (answer: AnswerText) => void
  readonly reject: (refusal: Refusal) => void
  timer?: NodeJS.Timeout
}

/**
 * Asks services for their operations. Refuses with `service_unavailable` when no answer came by the deadline, and at
 * once while the broker is away or when it goes away: whether the request was carried out is then unknown, and a
 * caller who gave an idempotency key may ask again.
 */
export class Rpc implements Attachment {
  private readonly lanes = new Map<ServiceName, Lane>()
  private readonly pending = new Map<number, Pending>()
  private readonly asserted = new Set<ServiceName>()
  private channels: Channels | undefined
  private sequence = 0

  constructor(
    connection: Connection,
    private readonly now: () => number,
  ) {
    void connection.attach(this)
  }

  /**
   * The result of an operation. `input` is what a caller gives: the service parses it and fills defaults.
   * @param options.timeoutMs ends the wait before the call's deadline does.
   */
  async call<O extends AnyOperation>(
    operation: O,
    input: InputGiven<O>,
    call: Call,
    options: { readonly timeoutMs?: number } = {},
  ): Promise<Result<O>> {
    const { data } = await this.ask(operation, input, call, options.timeoutMs)
    return JSON.parse(data) as Result<O>
  }

  /** The result as JSON text, with its warnings; for the edge, which has no business inside. */
  callText<O extends AnyOperation>(operation: O, input: InputGiven<O>, call: Call): Promise<AnswerText> {
    return this.ask(operation, input, call)
  }

  async up(channels: Channels): Promise<void> {
    await channels.rpc.consume(
      replyQueue,
      (message) => {
        if (message) for (const answer of decodeAnswers(message.content)) this.settle(answer)
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

  private ask(operation: AnyOperation, input: unknown, call: Call, timeoutMs = Infinity): Promise<AnswerText> {
    const left = Math.min(call.deadline - this.now(), timeoutMs)
    if (!this.channels || left <= 0) return Promise.reject(new Refusal('service_unavailable'))
    const deadline = Math.min(call.deadline, this.now() + timeoutMs)
    const sequence = ++this.sequence
    return new Promise((resolve, reject) => {
      const lane = this.lane(operation.service)
      // What a service asks on the way is not the request that may come twice: an answer remembered under that key would
      // be of another attempt.
      const { repeat, ...asked } = call
      const sent = { ...asked, deadline, ...(repeat && operation.audience === 'reseller' && { repeat }) }
      const text = encodeRequest([sequence, operation.id, sent, input])
      const request: Pending = { sequence, text, deadline, settled: false, lane, resolve, reject }
      request.timer = setTimeout(() => this.abandon(request), Math.ceil(left))
      this.pending.set(sequence, request)
      lane.push(request)
    })
  }

  private lane(service: ServiceName): Lane {
    let lane = this.lanes.get(service)
    if (!lane) {
      lane = new Lane((requests) => this.send(service, requests))
      this.lanes.set(service, lane)
    }
    return lane
  }

  private send(service: ServiceName, requests: readonly Waiting[]): void {
    if (!this.channels) return
    if (this.asserted.has(service)) return this.publish(service, requests)
    // A refusal closes the channel; `down` then tells the callers.
    assertRpc(this.channels.rpc, service).then(
      () => {
        this.asserted.add(service)
        this.publish(service, requests)
      },
      () => {},
    )
  }

  private publish(service: ServiceName, requests: readonly Waiting[]): void {
    const wanted = requests.filter(({ settled }) => !settled)
    if (!this.channels || wanted.length === 0) return
    const latest = wanted.reduce((latest, { deadline }) => Math.max(latest, deadline), 0)
    try {
      this.channels.rpc.publish('', rpcQueue(service), encodeRequests(wanted.map(({ text }) => text)), {
        replyTo: replyQueue,
        expiration: String(Math.max(1, Math.ceil(latest - this.now()))),
      })
    } catch {
      // The channel is closing; `down` tells the callers in a moment.
    }
  }

  private settle(answer: Answer): void {
    const request = this.take(answer.sequence)
    if (!request) return
    if (request.message) request.lane.answered(request.message)
    if (answer.kind !== answerKind.refusal) {
      const replayed = answer.kind === answerKind.replayed
      request.resolve({ data: answer.data, warnings: answer.warnings || '[]', replayed })
    } else {
      const { name, details, faults } = JSON.parse(answer.data) as RefusalText
      request.reject(new Refusal(name, details, faults))
    }
  }

  private abandon(request: Pending): void {
    if (!this.take(request.sequence)) return
    if (request.message) request.lane.answered(request.message)
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

interface RefusalText {
  readonly name: ErrorName
  readonly details: RefusalDetails
  readonly faults: readonly Fault[]
}
