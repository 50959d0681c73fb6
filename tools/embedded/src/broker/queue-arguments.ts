import { notImplemented, ProtocolError, replyCode } from './reply-code'
import type { FieldTable, FieldValue } from './wire'

/** The `x-` arguments of a queue that this broker implements; durations in milliseconds. */
export interface QueueArguments {
  readonly isQuorum: boolean
  readonly messageTtl: number | undefined
  readonly expires: number | undefined
  readonly maxLength: number | undefined
  readonly maxLengthBytes: number | undefined
  readonly overflow: 'drop-head' | 'reject-publish'
  readonly deadLetterExchange: string | undefined
  readonly deadLetterRoutingKey: string | undefined
  readonly deliveryLimit: number | undefined
  readonly singleActiveConsumer: boolean
  /** As declared, to compare with a later declaration. */
  readonly declared: FieldTable
}

/** The arguments that RabbitMQ compares when a queue is declared again. */
const compared = [
  'x-queue-type',
  'x-message-ttl',
  'x-expires',
  'x-max-length',
  'x-max-length-bytes',
  'x-overflow',
  'x-dead-letter-exchange',
  'x-dead-letter-routing-key',
  'x-single-active-consumer',
] as const

/** Reads a queue's arguments. Refuses wrong values with 406 and features that only RabbitMQ has with 540. */
export function readQueueArguments(declared: FieldTable): QueueArguments {
  const number = (name: string, least: number): number | undefined => {
    const value = declared[name]
    if (value === undefined) return undefined
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least) throw invalid(name, value)
    return value
  }
  const text = (name: string): string | undefined => {
    const value = declared[name]
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalid(name, value)
    return value
  }
  for (const name of ['x-max-priority', 'x-dead-letter-strategy']) {
    if (declared[name] !== undefined) throw notImplemented(`queue argument ${name}`)
  }
  const type = text('x-queue-type') ?? 'classic'
  if (type === 'stream') throw notImplemented('queue type stream')
  if (type !== 'classic' && type !== 'quorum') throw invalid('x-queue-type', type)
  const overflow = text('x-overflow') ?? 'drop-head'
  if (overflow === 'reject-publish-dlx') throw notImplemented('overflow reject-publish-dlx')
  if (overflow !== 'drop-head' && overflow !== 'reject-publish') throw invalid('x-overflow', overflow)
  const single = declared['x-single-active-consumer'] ?? false
  if (typeof single !== 'boolean') throw invalid('x-single-active-consumer', single)
  const deadLetterExchange = text('x-dead-letter-exchange')
  const deadLetterRoutingKey = text('x-dead-letter-routing-key')
  if (deadLetterRoutingKey !== undefined && deadLetterExchange === undefined) {
    throw invalid('x-dead-letter-routing-key', deadLetterRoutingKey)
  }
  return {
    isQuorum: type === 'quorum',
    messageTtl: number('x-message-ttl', 0),
    expires: number('x-expires', 1),
    maxLength: number('x-max-length', 0),
    maxLengthBytes: number('x-max-length-bytes', 0),
    overflow,
    deadLetterExchange,
    deadLetterRoutingKey,
    deliveryLimit: number('x-delivery-limit', 0),
    singleActiveConsumer: single,
    declared,
  }
}

/** Refuses with 406 a declaration with other arguments than the queue has. */
export function requireSameArguments(queue: string, current: FieldTable, wanted: FieldTable): void {
  for (const name of compared) {
    const is = withDefault(name, current)
    const asked = withDefault(name, wanted)
    if (is !== asked) throw inequivalent(name, 'queue', queue, print(asked), print(is))
  }
}

/** Refuses (406) a declaration that differs from the existing queue or exchange. */
export function inequivalent(property: string, kind: 'queue' | 'exchange', name: string, got: string, is: string) {
  return new ProtocolError(
    replyCode.preconditionFailed,
    `inequivalent arg '${property}' for ${kind} '${name}': received ${got} but current is ${is}`,
  )
}

function withDefault(name: string, table: FieldTable): FieldValue | undefined {
  return table[name] ?? (name === 'x-queue-type' ? 'classic' : undefined)
}

function print(value: FieldValue | undefined): string {
  return value === undefined ? 'none' : `the value '${String(value)}'`
}

function invalid(name: string, value: FieldValue): ProtocolError {
  return new ProtocolError(replyCode.preconditionFailed, `invalid arg '${name}': ${String(value)}`)
}
