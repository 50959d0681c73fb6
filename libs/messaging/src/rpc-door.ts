import { Logger } from '@nestjs/common'
import type { MessageHandler } from '@nestjs/microservices'
import type { Channel, ConsumeMessage } from 'amqplib'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { Unavailable } from '@nameyard/contracts/unavailable'
import { Advised } from './advised'
import { carryOut, type Carried, Replayed, replayedWarning } from './carry-out'
import { Intake } from './intake'
import { invoke } from './invoke'
import { Printed } from './printed'
import type { Repeats } from './repeats'
import { Slots } from './slots'
import { assertRpc, rpcQueue, type Party } from './topology'
import { parseInput } from './validate'
import { answerKind, decodeRequests, encodeAnswers, type Answer } from './wire'

/** A handler of an operation, found by the operation's id. */
export interface OperationHandler {
  readonly operation: AnyOperation
  readonly batch: boolean
  readonly handle: MessageHandler
}

/** How an operation is answered when its request comes twice. */
export type Remembered = Pick<Carried, 'isStillTrue' | 'replay'>

/** Any operation may be refused with these; others must be listed by the operation. */
const anyOperation: readonly ErrorName[] = [
  'invalid_input',
  'scope_insufficient',
  'service_unavailable',
  'idempotency_key_reused',
  'request_in_progress',
]

/** Handlers that run at once in one process; the pool of the database narrows it further. */
const MOST_RUNNING = 256

/** How long an answer waits for others of its message before it leaves alone. */
const GATHER_MS = 1

/** One request of a message that is being answered. */
interface Item {
  readonly sequence: number
  readonly input: unknown
  readonly call: Call
  readonly message: Incoming
}

interface Incoming {
  readonly outbound: Outbound
  unanswered: number
}

/** Answers on their way to one caller. */
interface Outbound {
  readonly channel: Channel
  readonly replyTo: string
  answers: Answer[]
  /** Messages of this caller that are not answered in full. */
  open: number
  gathering?: NodeJS.Timeout
  leaving: boolean
}

/**
 * The door of operations: takes messages of requests, hands each request to its handler, and sends the answers back
 * together, but lets no answer wait for a slow neighbour. Requests past their deadline are dropped; their callers
 * have gone. The one place where what a handler throws becomes a refusal on the wire.
 */
export class RpcDoor {
  private readonly log = new Logger('messaging')
  private readonly slots = new Slots(MOST_RUNNING)
  private readonly outbound = new Map<string, Outbound>()
  private readonly intake = new Intake()
  private channel: Channel | undefined
  private repeats: Repeats | undefined

  constructor(
    private readonly service: Party,
    private readonly handlers: ReadonlyMap<string, OperationHandler>,
    private readonly memoryOf: (operationId: string) => Remembered,
    private readonly now: () => number,
  ) {}

  rememberWith(repeats: Repeats): void {
    this.repeats = repeats
  }

  async open(channel: Channel): Promise<void> {
    await assertRpc(channel, this.service)
    this.channel = channel
    const consume = async () => {
      const { consumerTag } = await channel.consume(
        rpcQueue(this.service),
        (message) => {
          if (message) this.receive(channel, message)
        },
        { noAck: true },
      )
      return consumerTag
    }
    await this.intake.open(channel, [consume])
  }

  /** Takes requests, or leaves them to other replicas. */
  async take(isTaking: boolean): Promise<void> {
    await this.intake.take(isTaking)
  }

  /** The callers of what runs now have been told already; their answers would reach nobody. */
  lost(): void {
    this.channel = undefined
    this.intake.lost()
    for (const { gathering } of this.outbound.values()) clearTimeout(gathering)
    this.outbound.clear()
  }

  /** Takes no further requests; resolves when those taken are answered. */
  async drain(): Promise<void> {
    await this.intake.close()
    await this.slots.whenIdle()
    for (const outbound of [...this.outbound.values()]) this.flush(outbound)
  }

  private receive(channel: Channel, message: ConsumeMessage): void {
    const replyTo: unknown = message.properties.replyTo
    if (typeof replyTo !== 'string') return this.log.warn('a message of requests without an address for answers')
    const requests = this.read(message.content)
    if (requests.length === 0) return
    const incoming: Incoming = { outbound: this.outboundTo(channel, replyTo), unanswered: requests.length }
    const batches = new Map<OperationHandler, Item[]>()
    for (const [sequence, id, call, given] of requests) {
      const handler = this.handlers.get(id)
      if (!handler) {
        this.log.error(`${id} was asked for, but has no handler here [${call.correlationId}]`)
        this.answer({ sequence, call, input: given, message: incoming }, new Refusal('service_unavailable'))
        continue
      }
      const item: Item = { sequence, call, input: given, message: incoming }
      let input: unknown
      try {
        input = parseInput(handler.operation.input, given)
      } catch (error) {
        this.answer(item, this.refusal(handler.operation, call, error))
        continue
      }
      const accepted: Item = { ...item, input }
      if (!handler.batch) this.slots.run(() => this.one(handler, accepted))
      else if (!batches.get(handler)?.push(accepted)) batches.set(handler, [accepted])
    }
    for (const [handler, items] of batches) this.slots.run(async () => void (await this.together(handler, items)))
  }

  private read(content: Buffer) {
    try {
      return decodeRequests(content)
    } catch {
      this.log.warn('a message of requests that is not readable')
      return []
    }
  }

  private async one({ operation, handle }: OperationHandler, item: Item): Promise<void> {
    if (this.late(item)) return
    try {
      const carried = { handle, ...this.memoryOf(operation.id) }
      this.answer(item, await carryOut(carried, item.input, item.call, this.repeats))
    } catch (error) {
      this.answer(item, this.refusal(operation, item.call, error))
    }
  }

  /** Returns the error when nothing could be answered because a server is away. */
  private async together(handler: OperationHandler, arrived: readonly Item[]): Promise<Unavailable | undefined> {
    const items = arrived.filter((item) => !this.late(item))
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
      // When a server is away, the others need not find out one after the other.
      let away: Unavailable | undefined
      for (const item of items) {
        if (away) this.answer(item, this.refusal(operation, item.call, away))
        else away = await this.together(handler, [item])
      }
      return away
    }
    items.forEach((item, i) => {
      const answer: unknown = (given as unknown[])[i]
      this.answer(item, answer instanceof Refusal ? this.refusal(operation, item.call, answer) : answer)
    })
    return undefined
  }

  private late(item: Item): boolean {
    if (item.call.deadline > this.now()) return false
    this.finish(item.message)
    return true
  }

  /** What a caller may know of an error: a refusal the operation declares, else that something broke here. */
  private refusal(operation: AnyOperation, call: Call, error: unknown): Refusal {
    if (error instanceof Refusal) {
      if (anyOperation.includes(error.refusal) || operation.errors.includes(error.refusal)) return error
      this.log.error(`${operation.id} refused with ${error.refusal}, which it does not declare [${call.correlationId}]`)
    } else if (error instanceof Unavailable) {
      this.log.warn(`${operation.id} was not carried out: ${error.message} [${call.correlationId}]`)
      return new Refusal('service_unavailable')
    } else {
      const told = error instanceof Error ? error : new Error(String(error))
      this.log.error(`${operation.id} failed: ${told.message} [${call.correlationId}]`, told.stack)
    }
    return new Refusal('internal_error', { correlationId: call.correlationId })
  }

  private answer({ sequence, message }: Item, given: unknown): void {
    const { outbound } = message
    outbound.answers.push(toAnswer(sequence, given))
    this.finish(message)
    if (outbound.answers.length > 0 && !outbound.leaving)
      outbound.gathering ??= setTimeout(() => this.flush(outbound), GATHER_MS)
  }

  /** One request less to wait for. Answers leave with the last one of their message, at once if no other is open. */
  private finish(message: Incoming): void {
    if (--message.unanswered > 0) return
    const { outbound } = message
    outbound.open--
    if (outbound.open === 0) this.flush(outbound)
    else this.leave(outbound)
  }

  private leave(outbound: Outbound): void {
    if (outbound.leaving) return
    outbound.leaving = true
    // Answers that other messages of the same caller get in this turn travel along.
    setImmediate(() => this.flush(outbound))
  }

  private outboundTo(channel: Channel, replyTo: string): Outbound {
    let outbound = this.outbound.get(replyTo)
    if (!outbound) {
      outbound = { channel, replyTo, answers: [], open: 0, leaving: false }
      this.outbound.set(replyTo, outbound)
    }
    outbound.open++
    return outbound
  }

  private flush(outbound: Outbound): void {
    clearTimeout(outbound.gathering)
    outbound.gathering = undefined
    outbound.leaving = false
    if (outbound.open === 0) this.outbound.delete(outbound.replyTo)
    const { answers, channel } = outbound
    if (answers.length === 0 || channel !== this.channel) return
    outbound.answers = []
    try {
      channel.publish('', outbound.replyTo, encodeAnswers(answers))
    } catch {
      // The channel is closing, and the callers know.
    }
  }
}

function toAnswer(sequence: number, given: unknown): Answer {
  if (given instanceof Refusal) {
    const { refusal: name, details, faults } = given
    return { sequence, kind: answerKind.refusal, data: JSON.stringify({ name, details, faults }), warnings: '' }
  }
  if (given instanceof Replayed)
    return { sequence, kind: answerKind.replayed, data: given.data, warnings: JSON.stringify([replayedWarning]) }
  if (given instanceof Printed) return { sequence, kind: answerKind.result, data: given.text, warnings: '' }
  const advised = given instanceof Advised ? given : undefined
  // A result without a value has no JSON text of its own.
  const data = JSON.stringify(advised ? advised.result : given) ?? 'null'
  return { sequence, kind: answerKind.result, data, warnings: advised ? JSON.stringify(advised.warnings) : '' }
}
