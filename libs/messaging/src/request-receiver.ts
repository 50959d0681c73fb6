import { Logger } from '@nestjs/common'
import type { MessageHandler } from '@nestjs/microservices'
import type { Channel, ConsumeMessage } from 'amqplib'
import { carryingOut } from '@nameyard/contracts/audit/carried-out'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { lacksRight } from '@nameyard/contracts/rights'
import { Unavailable } from '@nameyard/contracts/unavailable'
import type { Span, Tracer } from '@nameyard/tracing/span'
import { traceIdOf } from '@nameyard/tracing/traceparent'
import { working, type Work } from '@nameyard/tracing/work'
import type { StatementReader } from './actor-statement'
import { Admission, senderOf } from './admission'
import type { CallRecorder } from './call-recorder'
import { carryOut, type Carried, Replayed } from './carry-out'
import { Intake } from './intake'
import { invoke } from './invoke'
import { outcomeOf, type Meter } from './meter'
import type { Repeats } from './repeats'
import { Slots } from './slots'
import type { SlowRequests } from './slow-requests'
import { toAnswer } from './to-answer'
import { operatorQueue, rpcQueue, type Party, type Topology } from './topology'
import { parseInput } from './validate'
import { encodeAnswers, type Answer } from './wire'

/** A handler of an operation, found by the operation's id. */
export interface OperationHandler {
  readonly operation: AnyOperation
  readonly batch: boolean
  readonly handle: MessageHandler
}

/** The handlers that answer a repeated request of an operation. */
export type RepeatHandlers = Pick<Carried, 'isStillTrue' | 'replay'>

/** Every operation may be refused with these; an operation declares all others. */
const anyOperation: readonly ErrorName[] = [
  'invalid_input',
  'authentication_failed',
  'scope_insufficient',
  'role_insufficient',
  'key_limits_operation',
  'person_needed',
  'approval_needed',
  'service_unavailable',
  'idempotency_key_reused',
  'request_in_progress',
]

/** Handlers that run at the same time in one process; the database pool limits them further. */
const MOST_RUNNING = 256

/** Milliseconds that an answer waits for other answers of its message. */
const COLLECT_MS = 1

/** One request of a received message. */
interface Item {
  /** Absent if the service has no such operation. */
  readonly operation?: AnyOperation
  readonly sequence: number
  readonly input: unknown
  readonly call: Call
  readonly message: Incoming
  readonly span?: Span | undefined
}

interface Incoming {
  readonly outbound: Outbound
  readonly receivedAt: number
  unanswered: number
}

/** Answers that wait to be sent to one caller. */
interface Outbound {
  readonly channel: Channel
  readonly replyTo: string
  answers: Answer[]
  /** Messages of this caller that are not answered completely. */
  open: number
  timer?: NodeJS.Timeout
  isScheduled: boolean
}

/**
 * Receives messages with requests, calls the handler of each request, and sends the answers together. No answer waits
 * for a slow one of the same message. Requests after their deadline are dropped: their callers have stopped waiting.
 * Only this class turns errors of handlers into refusals on the wire.
 */
export class RequestReceiver {
  private readonly log = new Logger('messaging')
  private readonly slots = new Slots(MOST_RUNNING)
  private readonly outbound = new Map<string, Outbound>()
  private readonly intake = new Intake()
  private readonly admission: Admission
  private channel: Channel | undefined
  private repeats: Repeats | undefined
  private recorder: CallRecorder | undefined
  meter: Meter | undefined
  tracer: Tracer | undefined
  slowRequests: SlowRequests | undefined
  /** Requests since the start. */
  received = 0

  constructor(
    private readonly service: Party,
    private readonly handlers: ReadonlyMap<string, OperationHandler>,
    private readonly repeatHandlersOf: (operationId: string) => RepeatHandlers,
    private readonly topology: Topology,
    statements: StatementReader,
    private readonly now: () => number,
  ) {
    this.admission = new Admission(service, statements)
  }

  answerRepeatsWith(repeats: Repeats): void {
    this.repeats = repeats
  }

  recordWith(recorder: CallRecorder): void {
    this.recorder = recorder
  }

  /** Whether its queue exists. */
  get isOpen(): boolean {
    return this.channel !== undefined
  }

  async open(channel: Channel): Promise<void> {
    await this.topology.assertRpc(channel, this.service)
    this.channel = channel
    const consume = (queue: string) => async () => {
      const { consumerTag } = await channel.consume(
        queue,
        (message) => {
          if (message) this.receive(channel, message)
        },
        { noAck: true },
      )
      return consumerTag
    }
    await this.intake.open(channel, [consume(rpcQueue(this.service)), consume(operatorQueue(this.service))])
  }

  /** Consumes requests, or leaves them to other replicas. */
  async setConsuming(isConsuming: boolean): Promise<void> {
    await this.intake.setOpen(isConsuming)
  }

  /** The callers of the running requests know already that the connection was lost, so their answers are dropped. */
  lost(): void {
    this.channel = undefined
    this.intake.lost()
    for (const { timer } of this.outbound.values()) clearTimeout(timer)
    this.outbound.clear()
  }

  /** Consumes no further requests. Resolves when the received ones are answered. */
  async drain(): Promise<void> {
    await this.intake.close()
    await this.slots.whenIdle()
    for (const outbound of [...this.outbound.values()]) this.flush(outbound)
  }

  private receive(channel: Channel, message: ConsumeMessage): void {
    const replyTo: unknown = message.properties.replyTo
    if (typeof replyTo !== 'string') return this.log.warn('a message of requests without an address for answers')
    const requests = this.admission.read(message.content)
    if (requests.length === 0) return
    this.received += requests.length
    const sender = senderOf(message)
    const outbound = this.outboundTo(channel, replyTo)
    const incoming: Incoming = { outbound, receivedAt: performance.now(), unanswered: requests.length }
    const batches = new Map<OperationHandler, Item[]>()
    for (const [sequence, id, asked, given] of requests) {
      const span = this.tracer?.resume(asked.trace, id, { kind: 'server', attributes: { 'rpc.method': id } })
      // A request that is not sampled keeps its parent.
      const call = span && span.traceparent !== asked.trace ? { ...asked, trace: span.traceparent } : asked
      const handler = this.handlers.get(id)
      if (!handler) {
        this.log.error(`${id} was asked for, but has no handler here [${call.correlationId}]`)
        this.answer({ sequence, call, input: given, message: incoming, span }, new Refusal('service_unavailable'))
        continue
      }
      const item: Item = { operation: handler.operation, sequence, call, input: given, message: incoming, span }
      let input: unknown
      try {
        this.admission.admit(handler.operation, sender, call)
        if (call.actor) span?.set({ 'nameyard.account': call.actor.resellerId })
        input = parseInput(handler.operation.input, given)
      } catch (error) {
        this.answer(item, this.refusal(handler.operation, call, error))
        continue
      }
      const accepted: Item = { ...item, input }
      if (!handler.batch) this.slots.run(() => working(workOf(accepted), () => this.single(handler, accepted)))
      else if (!batches.get(handler)?.push(accepted)) batches.set(handler, [accepted])
    }
    for (const [handler, items] of batches) {
      const [first] = items
      // A batch works for many requests: its log lines name one only if it is alone.
      const work: Work = items.length === 1 && first ? workOf(first) : { operation: handler.operation.id }
      this.slots.run(() => working(work, async () => void (await this.batch(handler, items))))
    }
  }

  private async single({ operation, handle }: OperationHandler, item: Item): Promise<void> {
    if (this.isExpired(item)) return
    try {
      const carried = { handle, ...this.repeatHandlersOf(operation.id) }
      const call = operation.isAudited ? carryingOut(item.call, operation, item.input) : item.call
      const given = await carryOut(carried, item.input, call, this.repeats)
      if (operation.isAudited && !(given instanceof Replayed)) {
        await this.recording(operation, call, this.recorder?.recordAfter(call))
      }
      this.answer(item, given)
    } catch (error) {
      this.answer(item, this.refusal(operation, item.call, error))
    }
  }

  /** The answer is sent even when the event cannot be stored. */
  private async recording(operation: AnyOperation, call: Call, stored: Promise<void> | undefined): Promise<void> {
    try {
      await stored
    } catch (error) {
      const reason = (error as Error).message
      this.log.error(`${operation.id} is missing in the audit trail: ${reason} [${call.correlationId}]`)
    }
  }

  /** Returns the error when nothing could be answered because a server does not answer. */
  private async batch(handler: OperationHandler, arrived: readonly Item[]): Promise<Unavailable | undefined> {
    const items = arrived.filter((item) => !this.isExpired(item))
    if (items.length === 0) return undefined
    const { operation, handle } = handler
    let given: unknown
    try {
      given = await invoke(handle, items, undefined)
      if (!Array.isArray(given) || given.length !== items.length) {
        throw new Error(`${operation.id} must give one answer per request`)
      }
    } catch (error) {
      const [only] = items
      if (items.length === 1 && only) {
        this.answer(only, this.refusal(operation, only.call, error))
        return error instanceof Unavailable ? error : undefined
      }
      // When a server does not answer, the other requests of the batch fail at once.
      let unavailable: Unavailable | undefined
      for (const item of items) {
        if (unavailable) this.answer(item, this.refusal(operation, item.call, unavailable))
        else unavailable = await this.batch(handler, [item])
      }
      return unavailable
    }
    items.forEach((item, i) => {
      const answer: unknown = (given as unknown[])[i]
      this.answer(item, answer instanceof Refusal ? this.refusal(operation, item.call, answer) : answer)
    })
    return undefined
  }

  private isExpired(item: Item): boolean {
    if (item.call.deadline > this.now()) return false
    if (item.operation) this.meter?.expired(item.operation)
    item.span?.fail('expired')
    item.span?.end()
    this.finish(item.message)
    return true
  }

  /** The part of an error that a caller may see: a refusal that the operation declares, otherwise `internal_error`. */
  private refusal(operation: AnyOperation, call: Call, error: unknown): Refusal {
    if (error instanceof Refusal) {
      if (call.actor && operation.audience === 'reseller' && lacksRight(error.refusal)) {
        void this.recording(operation, call, this.recorder?.recordRefused(call, operation, error.refusal))
      }
      if (anyOperation.includes(error.refusal) || operation.errors.includes(error.refusal)) return error
      this.log.error(`${operation.id} refused with ${error.refusal}, which it does not declare [${call.correlationId}]`)
    } else if (error instanceof Unavailable) {
      this.log.warn(`${operation.id} was not carried out: ${error.message} [${call.correlationId}]`)
      return new Refusal('service_unavailable')
    } else {
      const fault = error instanceof Error ? error : new Error(String(error))
      this.log.error(`${operation.id} failed: ${fault.message} [${call.correlationId}]`, fault.stack)
    }
    return new Refusal('internal_error', { correlationId: call.correlationId })
  }

  private answer({ operation, call, sequence, message, span }: Item, given: unknown): void {
    const { outbound, receivedAt } = message
    if (operation) {
      const ms = performance.now() - receivedAt
      this.meter?.answered(operation, outcomeOf(given), ms)
      if (!operation.mayWait)
        this.slowRequests?.took(ms, () => ({
          request: call.correlationId,
          trace: call.trace && traceIdOf(call.trace),
          account: call.actor?.resellerId,
          operation: operation.id,
        }))
    }
    if (given instanceof Refusal) span?.fail(given.refusal)
    span?.end()
    outbound.answers.push(toAnswer(sequence, given))
    this.finish(message)
    if (outbound.answers.length > 0 && !outbound.isScheduled)
      outbound.timer ??= setTimeout(() => this.flush(outbound), COLLECT_MS)
  }

  /**
   * Counts an answered request. After the last one of a message its answers are sent; at once if no other message of
   * the caller is open.
   */
  private finish(message: Incoming): void {
    if (--message.unanswered > 0) return
    const { outbound } = message
    outbound.open--
    if (outbound.open === 0) this.flush(outbound)
    else this.schedule(outbound)
  }

  private schedule(outbound: Outbound): void {
    if (outbound.isScheduled) return
    outbound.isScheduled = true
    // Answers to other messages of the same caller in this turn are sent in the same message.
    setImmediate(() => this.flush(outbound))
  }

  private outboundTo(channel: Channel, replyTo: string): Outbound {
    let outbound = this.outbound.get(replyTo)
    if (!outbound) {
      outbound = { channel, replyTo, answers: [], open: 0, isScheduled: false }
      this.outbound.set(replyTo, outbound)
    }
    outbound.open++
    return outbound
  }

  private flush(outbound: Outbound): void {
    clearTimeout(outbound.timer)
    outbound.timer = undefined
    outbound.isScheduled = false
    if (outbound.open === 0) this.outbound.delete(outbound.replyTo)
    const { answers, channel } = outbound
    if (answers.length === 0 || channel !== this.channel) return
    outbound.answers = []
    try {
      for (const message of encodeAnswers(answers)) channel.publish('', outbound.replyTo, message)
    } catch {
      // The channel is closing, and the callers know it.
    }
  }
}

const workOf = ({ call, operation, span }: Item): Work => ({
  correlationId: call.correlationId,
  operation: operation?.id,
  account: call.actor?.resellerId,
  span,
})
