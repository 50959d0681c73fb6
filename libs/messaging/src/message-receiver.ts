import { Logger } from '@nestjs/common'
import type { MessageHandler } from '@nestjs/microservices'
import type { ConfirmChannel, ConsumeMessage, Options } from 'amqplib'
import type { AnyMessage, Event } from '@nameyard/contracts/event'
import type { Tracer } from '@nameyard/tracing/span'
import { readTraceparent } from '@nameyard/tracing/traceparent'
import { working } from '@nameyard/tracing/work'
import type { Delivery } from './consumes'
import { Intake, type Consume } from './intake'
import { invoke } from './invoke'
import { writtenAt, type Meter } from './meter'
import {
  commandsQueue,
  deadExchange,
  eventKey,
  eventsExchange,
  eventsQueue,
  inboxExchange,
  inboxKeys,
  traceHeader,
} from './topology'
import type { Party, Topology } from './topology'

/** A consumer of an event or command, found by the message's id. */
export interface MessageConsumer {
  readonly message: AnyMessage
  readonly handle: MessageHandler
}

/** Headers of a dead letter: the queue it was in, and why it is a dead letter. */
export const deadLetterHeaders = { queue: 'nameyard-queue', reason: 'nameyard-reason' } as const

/**
 * The queue in which a dead letter was, and why it is one. For a message that the broker itself dead-lettered, only the
 * broker's own headers say so.
 */
export function deadLetterHeadersOf({ properties }: Pick<ConsumeMessage, 'properties'>) {
  const headers = properties.headers ?? {}
  return {
    [deadLetterHeaders.queue]: String(headers[deadLetterHeaders.queue] ?? headers['x-first-death-queue'] ?? 'unknown'),
    [deadLetterHeaders.reason]: String(
      headers[deadLetterHeaders.reason] ?? headers['x-first-death-reason'] ?? 'unknown',
    ),
  }
}

/** How often a message was tried. We count this ourselves, so that it is the same on every broker. */
const attemptHeader = 'nameyard-attempt'

export interface MessageReceiverOptions {
  /** Messages of one queue that are handled at the same time. */
  readonly prefetch: number
  /** Pauses before the second, third, … attempt; there is one attempt more than pauses. */
  readonly retryPausesMs: readonly number[]
  /** The time of the machine in Unix milliseconds; the clock of the sandbox does not move it. */
  readonly now: () => number
}

/**
 * Receives events and commands. Only this class decides what happens with a message: handlers have no access to the
 * channel or the acknowledgement. A message leaves its queue only when its handler has completed, or when the broker
 * has confirmed a copy: the next attempt at the end of the queue, or the dead letter. So a crash at any point causes a
 * second delivery, never a lost message.
 */
export class MessageReceiver {
  private readonly log = new Logger('messaging')
  private readonly handling = new Set<Promise<void>>()
  private readonly pauses = new Set<() => void>()
  /** The queues that it consumes. */
  private queues: string[] = []
  private settled = 0
  private channel: ConfirmChannel | undefined
  private readonly intake = new Intake()
  private draining = false
  meter: Meter | undefined
  tracer: Tracer | undefined

  constructor(
    private readonly service: Party,
    private readonly consumers: ReadonlyMap<string, MessageConsumer>,
    private readonly topology: Topology,
    private readonly options: MessageReceiverOptions,
  ) {}

  /** The queues that it consumes. */
  get consumed(): readonly string[] {
    return this.queues
  }

  async open(channel: ConfirmChannel): Promise<void> {
    const messages = [...this.consumers.values()].map(({ message }) => message)
    const events = messages.filter(({ kind }) => kind === 'event')
    const consumers: Consume[] = []
    this.queues = []
    this.channel = channel
    await channel.prefetch(this.options.prefetch)
    if (events.length > 0) {
      await this.topology.assertEvents(channel, this.service, events)
      consumers.push(this.consumer(channel, eventsQueue(this.service)))
    }
    if (events.length < messages.length) {
      await this.topology.assertCommands(channel, this.service)
      consumers.push(this.consumer(channel, commandsQueue(this.service)))
    }
    await this.intake.open(channel, consumers)
  }

  /** Messages that are being handled now will be delivered again. */
  lost(): void {
    this.channel = undefined
    this.intake.lost()
  }

  /**
   * Consumes messages, or leaves them to other replicas. Messages that wait for another attempt then return to their
   * queue, and the attempt is not counted.
   */
  async setConsuming(isConsuming: boolean): Promise<void> {
    const adjusted = this.intake.setOpen(isConsuming)
    if (!isConsuming) this.wakeAll()
    await adjusted
  }

  /** Consumes no further messages. Resolves when the received ones are settled. */
  async drain(): Promise<void> {
    // A service without its database returns failed messages even now.
    this.draining = this.intake.isOpen
    await this.intake.close()
    this.wakeAll()
    await Promise.all(this.handling)
  }

  /** How many messages it has settled since it started. */
  get handled(): number {
    return this.settled
  }

  /**
   * How many messages are in its queues or being handled, and how many it has settled since it started; undefined while
   * the broker cannot be reached.
   */
  async load(): Promise<{ waiting: number; handled: number } | undefined> {
    const { channel } = this
    if (!channel) return undefined
    const counts = await Promise.all(this.queues.map((queue) => channel.checkQueue(queue)))
    // Counted last: a message that its queue has just delivered is being handled by now.
    const waiting = counts.reduce((sum, { messageCount }) => sum + messageCount, this.handling.size)
    return { waiting, handled: this.settled }
  }

  private consumer(channel: ConfirmChannel, queue: string): Consume {
    this.queues.push(queue)
    return async () => {
      const { consumerTag } = await channel.consume(queue, (message) => {
        if (!message) return
        const handling = this.settle(channel, queue, message).finally(() => {
          this.handling.delete(handling)
          this.settled++
        })
        this.handling.add(handling)
      })
      return consumerTag
    }
  }

  private async settle(channel: ConfirmChannel, queue: string, message: ConsumeMessage): Promise<void> {
    const receivedAt = this.options.now()
    const outcome = await this.handle(message)
    this.measure(message, outcome, receivedAt)
    try {
      if (outcome.kind === 'again') {
        await this.pause(outcome.pauseMs)
        if (this.isSetAside) return channel.nack(message)
        await copy(channel, inboxExchange(this.service), this.inboxKeyOf(queue), message, {
          [attemptHeader]: outcome.attempt,
        })
      } else if (outcome.kind === 'dead') {
        await copy(channel, deadExchange, this.service, message, {
          [deadLetterHeaders.queue]: queue,
          [deadLetterHeaders.reason]: outcome.reason,
        })
      }
      channel.ack(message)
    } catch {
      // The channel is closed, so the broker delivers the message again.
    }
  }

  private measure({ fields, properties }: ConsumeMessage, { kind }: Outcome, receivedAt: number): void {
    const { type, messageId, headers } = properties as { type?: string; messageId?: string; headers?: object }
    const message = this.consumers.has(String(type)) ? type! : 'unknown'
    const isRedelivered = fields.redelivered || attemptHeader in (headers ?? {})
    const written = writtenAt(messageId ?? '')
    const outcome = kind === 'again' ? 'retried' : kind
    this.meter?.settled(message, outcome, isRedelivered, written && Math.max(0, receivedAt - written))
  }

  private async handle(message: ConsumeMessage): Promise<Outcome> {
    const id: unknown = message.properties.type
    const { messageId, correlationId } = message.properties as { messageId?: string; correlationId?: string }
    const consumer = this.consumers.get(String(id))
    if (!consumer || !messageId || !correlationId) {
      return this.dead(message, consumer ? 'no message id or correlation id' : 'no consumer')
    }
    if (!this.isFromItsExchange(consumer.message, message))
      return this.dead(message, 'came by an exchange that is not for it')
    const payload = parsePayload(consumer.message, message.content)
    if (!payload.valid) return this.dead(message, payload.problem)
    const attempt = Number(message.properties.headers?.[attemptHeader] ?? 1)
    const redelivered = message.fields.redelivered || attempt > 1
    const operation = consumer.message.id
    const span = this.tracer?.resume(traceOf(message), `consume ${operation}`, {
      kind: 'consumer',
      attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': messageId, 'nameyard.attempt': attempt },
    })
    const delivery: Delivery = { messageId, correlationId, redelivered, trace: span?.traceparent ?? traceOf(message) }
    return working({ correlationId, operation, account: accountIn(payload.value), span }, async () => {
      const outcome = await this.consume(consumer, payload.value, delivery, attempt, message)
      if (outcome.kind !== 'done') span?.fail(outcome.kind)
      span?.end()
      return outcome
    })
  }

  private async consume(
    { message: { id }, handle }: MessageConsumer,
    payload: unknown,
    delivery: Delivery,
    attempt: number,
    message: ConsumeMessage,
  ): Promise<Outcome> {
    const { messageId, correlationId } = delivery
    try {
      await invoke(handle, payload, delivery)
      return { kind: 'done' }
    } catch (error) {
      const fault = error instanceof Error ? error : new Error(String(error))
      this.log.error(`${id} ${messageId}, attempt ${attempt}: ${fault.message} [${correlationId}]`, fault.stack)
      const pauseMs = this.options.retryPausesMs[attempt - 1]
      return pauseMs === undefined
        ? this.dead(message, fault.message)
        : { kind: 'again', attempt: attempt + 1, pauseMs }
    }
  }

  /**
   * With a fixed topology the broker decides who may publish a command or an event, by the exchange. But every user may
   * write to the default exchange, which leads to every queue: answers need it.
   */
  private isFromItsExchange({ id, kind }: AnyMessage, { fields: { exchange, routingKey } }: ConsumeMessage): boolean {
    if (!this.topology.isFixed) return true
    if (exchange === eventsExchange) return kind === 'event' && routingKey === eventKey({ id })
    return exchange === inboxExchange(this.service) && routingKey === inboxKeys[`${kind}s`]
  }

  private inboxKeyOf(queue: string): string {
    return queue === commandsQueue(this.service) ? inboxKeys.commands : inboxKeys.events
  }

  private dead(message: ConsumeMessage, reason: string): Outcome {
    const { type, messageId, correlationId } = message.properties
    this.log.error(`dead letter ${String(type)} ${String(messageId)}: ${reason} [${String(correlationId)}]`)
    return { kind: 'dead', reason }
  }

  /**
   * Whether it consumes no messages although the service is not ending: its database does not answer, and other
   * replicas may reach it.
   */
  private get isSetAside(): boolean {
    return !this.intake.isOpen && !this.draining
  }

  private wakeAll(): void {
    for (const wake of this.pauses) wake()
  }

  /**
   * A failed message counts as being handled during its pause, so that a service whose handlers fail does not empty its
   * queue.
   */
  private pause(ms: number): Promise<void> {
    if (!this.intake.isOpen) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.pauses.delete(wake)
        resolve()
      }
      // A pause must not keep a process running.
      const timer = setTimeout(wake, ms).unref()
      this.pauses.add(wake)
    })
  }
}

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly attempt: number; readonly pauseMs: number }
  | { readonly kind: 'dead'; readonly reason: string }

type ParsedPayload =
  { readonly valid: true; readonly value: unknown } | { readonly valid: false; readonly problem: string }

/** The `traceparent` of a message; any user of the broker may write anything. */
function traceOf({ properties }: Pick<ConsumeMessage, 'properties'>): string | undefined {
  const given: unknown = properties.headers?.[traceHeader]
  return readTraceparent(given) && (given as string)
}

/** The account of a reseller that a payload names. */
function accountIn(payload: unknown): number | undefined {
  const { resellerId } = payload as { readonly resellerId?: unknown }
  return typeof resellerId === 'number' ? resellerId : undefined
}

function parsePayload({ payload }: Pick<Event, 'payload'>, content: Buffer): ParsedPayload {
  let given: unknown
  try {
    given = JSON.parse(content.toString())
  } catch {
    return { valid: false, problem: 'not JSON' }
  }
  const parsed = payload.safeParse(given)
  if (parsed.success) return { valid: true, value: parsed.data }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return { valid: false, problem: problems.join('; ').slice(0, 500) }
}

/**
 * Publishes a copy of a message to another queue, with other headers; only its trace stays. Resolves when the broker has
 * confirmed it.
 */
export function copy(
  channel: ConfirmChannel,
  exchange: string,
  key: string,
  { content, properties }: Pick<ConsumeMessage, 'content' | 'properties'>,
  headers: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { messageId, correlationId, type, contentType } = properties as Options.Publish
  const trace = traceOf({ properties })
  const options: Options.Publish = {
    persistent: true,
    messageId,
    correlationId,
    type,
    contentType,
    headers: { ...(trace !== undefined && { [traceHeader]: trace }), ...headers },
  }
  return new Promise((resolve, reject) => {
    channel.publish(exchange, key, content, options, (error: Error | null) => (error ? reject(error) : resolve()))
  })
}
