import { ProtocolError, replyCode } from './reply-code'
import { encodeTable, longstr, shortstr, type FieldTable, type Reader } from './wire'

type FieldType = 'bit' | 'octet' | 'short' | 'long' | 'longlong' | 'shortstr' | 'longstr' | 'table'

interface ValueOf {
  bit: boolean
  octet: number
  short: number
  long: number
  longlong: number
  shortstr: string
  longstr: Buffer
  table: FieldTable
}

interface Definition<Fields extends Record<string, FieldType>> {
  readonly classId: number
  readonly methodId: number
  readonly fields: Fields
}

function method<const Fields extends Record<string, FieldType>>(
  classId: number,
  methodId: number,
  fields: Fields,
): Definition<Fields> {
  return { classId, methodId, fields }
}

const closing = { replyCode: 'short', replyText: 'shortstr', classId: 'short', methodId: 'short' } as const

/** The methods of AMQP 0-9-1 and of RabbitMQ's extensions, in the order and with the field order of the wire. */
export const methods = {
  'connection.start': method(10, 10, {
    versionMajor: 'octet',
    versionMinor: 'octet',
    serverProperties: 'table',
    mechanisms: 'longstr',
    locales: 'longstr',
  }),
  'connection.start-ok': method(10, 11, {
    clientProperties: 'table',
    mechanism: 'shortstr',
    response: 'longstr',
    locale: 'shortstr',
  }),
  'connection.tune': method(10, 30, { channelMax: 'short', frameMax: 'long', heartbeat: 'short' }),
  'connection.tune-ok': method(10, 31, { channelMax: 'short', frameMax: 'long', heartbeat: 'short' }),
  'connection.open': method(10, 40, { virtualHost: 'shortstr', capabilities: 'shortstr', insist: 'bit' }),
  'connection.open-ok': method(10, 41, { knownHosts: 'shortstr' }),
  'connection.close': method(10, 50, closing),
  'connection.close-ok': method(10, 51, {}),
  'connection.blocked': method(10, 60, { reason: 'shortstr' }),
  'connection.unblocked': method(10, 61, {}),
  'connection.update-secret': method(10, 70, { newSecret: 'longstr', reason: 'shortstr' }),
  'channel.open': method(20, 10, { outOfBand: 'shortstr' }),
  'channel.open-ok': method(20, 11, { channelId: 'longstr' }),
  'channel.flow': method(20, 20, { active: 'bit' }),
  'channel.flow-ok': method(20, 21, { active: 'bit' }),
  'channel.close': method(20, 40, closing),
  'channel.close-ok': method(20, 41, {}),
  'exchange.declare': method(40, 10, {
    ticket: 'short',
    exchange: 'shortstr',
    type: 'shortstr',
    passive: 'bit',
    durable: 'bit',
    autoDelete: 'bit',
    internal: 'bit',
    nowait: 'bit',
    arguments: 'table',
  }),
  'exchange.declare-ok': method(40, 11, {}),
  'exchange.delete': method(40, 20, { ticket: 'short', exchange: 'shortstr', ifUnused: 'bit', nowait: 'bit' }),
  'exchange.delete-ok': method(40, 21, {}),
  'exchange.bind': method(40, 30, {
    ticket: 'short',
    destination: 'shortstr',
    source: 'shortstr',
    routingKey: 'shortstr',
    nowait: 'bit',
    arguments: 'table',
  }),
  'exchange.unbind': method(40, 40, {
    ticket: 'short',
    destination: 'shortstr',
    source: 'shortstr',
    routingKey: 'shortstr',
    nowait: 'bit',
    arguments: 'table',
  }),
  'queue.declare': method(50, 10, {
    ticket: 'short',
    queue: 'shortstr',
    passive: 'bit',
    durable: 'bit',
    exclusive: 'bit',
    autoDelete: 'bit',
    nowait: 'bit',
    arguments: 'table',
  }),
  'queue.declare-ok': method(50, 11, { queue: 'shortstr', messageCount: 'long', consumerCount: 'long' }),
  'queue.bind': method(50, 20, {
    ticket: 'short',
    queue: 'shortstr',
    exchange: 'shortstr',
    routingKey: 'shortstr',
    nowait: 'bit',
    arguments: 'table',
  }),
  'queue.bind-ok': method(50, 21, {}),
  'queue.purge': method(50, 30, { ticket: 'short', queue: 'shortstr', nowait: 'bit' }),
  'queue.purge-ok': method(50, 31, { messageCount: 'long' }),
  'queue.delete': method(50, 40, {
    ticket: 'short',
    queue: 'shortstr',
    ifUnused: 'bit',
    ifEmpty: 'bit',
    nowait: 'bit',
  }),
  'queue.delete-ok': method(50, 41, { messageCount: 'long' }),
  'queue.unbind': method(50, 50, {
    ticket: 'short',
    queue: 'shortstr',
    exchange: 'shortstr',
    routingKey: 'shortstr',
    arguments: 'table',
  }),
  'queue.unbind-ok': method(50, 51, {}),
  'basic.qos': method(60, 10, { prefetchSize: 'long', prefetchCount: 'short', global: 'bit' }),
  'basic.qos-ok': method(60, 11, {}),
  'basic.consume': method(60, 20, {
    ticket: 'short',
    queue: 'shortstr',
    consumerTag: 'shortstr',
    noLocal: 'bit',
    noAck: 'bit',
    exclusive: 'bit',
    nowait: 'bit',
    arguments: 'table',
  }),
  'basic.consume-ok': method(60, 21, { consumerTag: 'shortstr' }),
  'basic.cancel': method(60, 30, { consumerTag: 'shortstr', nowait: 'bit' }),
  'basic.cancel-ok': method(60, 31, { consumerTag: 'shortstr' }),
  'basic.publish': method(60, 40, {
    ticket: 'short',
    exchange: 'shortstr',
    routingKey: 'shortstr',
    mandatory: 'bit',
    immediate: 'bit',
  }),
  'basic.return': method(60, 50, {
    replyCode: 'short',
    replyText: 'shortstr',
    exchange: 'shortstr',
    routingKey: 'shortstr',
  }),
  'basic.deliver': method(60, 60, {
    consumerTag: 'shortstr',
    deliveryTag: 'longlong',
    redelivered: 'bit',
    exchange: 'shortstr',
    routingKey: 'shortstr',
  }),
  'basic.get': method(60, 70, { ticket: 'short', queue: 'shortstr', noAck: 'bit' }),
  'basic.get-ok': method(60, 71, {
    deliveryTag: 'longlong',
    redelivered: 'bit',
    exchange: 'shortstr',
    routingKey: 'shortstr',
    messageCount: 'long',
  }),
  'basic.get-empty': method(60, 72, { clusterId: 'shortstr' }),
  'basic.ack': method(60, 80, { deliveryTag: 'longlong', multiple: 'bit' }),
  'basic.reject': method(60, 90, { deliveryTag: 'longlong', requeue: 'bit' }),
  'basic.recover-async': method(60, 100, { requeue: 'bit' }),
  'basic.recover': method(60, 110, { requeue: 'bit' }),
  'basic.recover-ok': method(60, 111, {}),
  'basic.nack': method(60, 120, { deliveryTag: 'longlong', multiple: 'bit', requeue: 'bit' }),
  'confirm.select': method(85, 10, { nowait: 'bit' }),
  'confirm.select-ok': method(85, 11, {}),
  'tx.select': method(90, 10, {}),
  'tx.commit': method(90, 20, {}),
  'tx.rollback': method(90, 30, {}),
}

export type MethodName = keyof typeof methods

/** The fields of a method by name, with the types its wire fields have. */
export type Arguments<Name extends MethodName> = {
  -readonly [Field in keyof (typeof methods)[Name]['fields']]: ValueOf[(typeof methods)[Name]['fields'][Field] &
    keyof ValueOf]
}

/** A method as it came from the wire. */
export type Method = { [Name in MethodName]: { name: Name; args: Arguments<Name> } }[MethodName]

interface Layout {
  readonly name: MethodName
  readonly id: number
  readonly fields: readonly (readonly [string, FieldType])[]
}

const layouts: Layout[] = (Object.keys(methods) as MethodName[]).map((name) => ({
  name,
  id: methods[name].classId * 0x1_0000 + methods[name].methodId,
  fields: Object.entries(methods[name].fields),
}))
const layoutById = new Map(layouts.map((layout) => [layout.id, layout]))
const layoutByName = new Map(layouts.map((layout) => [layout.name, layout]))

/** Decodes the payload of a method frame. Unknown methods are refused with 540, malformed ones with 502. */
export function decodeMethod(reader: Reader): Method {
  const id = reader.long()
  const layout = layoutById.get(id)
  if (!layout) throw new ProtocolError(replyCode.notImplemented, `method ${id >>> 16}.${id & 0xffff} is unknown`)
  const args: Record<string, unknown> = {}
  let bits = 0
  let bit = 8
  for (const [field, type] of layout.fields) {
    if (type !== 'bit') {
      args[field] = reader[type]()
      bit = 8
      continue
    }
    // Neighbouring bits share octets, the first field in the lowest bit.
    if (bit === 8) {
      bits = reader.octet()
      bit = 0
    }
    args[field] = (bits & (1 << bit++)) !== 0
  }
  return { name: layout.name, args } as Method
}

/**
 * Writes class, method and fields at `offset` and returns the offset behind them. The caller provides the room:
 * short strings have 255 bytes at most.
 */
export function writeMethod<Name extends MethodName>(
  buffer: Buffer,
  offset: number,
  name: Name,
  args: Arguments<Name>,
): number {
  const layout = layoutByName.get(name)!
  let at = buffer.writeUInt32BE(layout.id, offset)
  let bits = 0
  let bit = 0
  for (const [field, type] of layout.fields) {
    const value = (args as Record<string, unknown>)[field]
    if (type === 'bit') {
      if (value) bits |= 1 << bit
      bit++
      continue
    }
    if (bit > 0) {
      buffer[at++] = bits
      bits = bit = 0
    }
    at = writeField(buffer, at, type, value)
  }
  if (bit > 0) buffer[at++] = bits
  return at
}

/** The method's payload in a buffer of its own. */
export function encodeMethod<Name extends MethodName>(name: Name, args: Arguments<Name>): Buffer {
  const buffer = Buffer.allocUnsafe(0x1_0000)
  return Buffer.from(buffer.subarray(0, writeMethod(buffer, 0, name, args)))
}

function writeField(buffer: Buffer, at: number, type: FieldType, value: unknown): number {
  switch (type) {
    case 'octet':
      return buffer.writeUInt8(value as number, at)
    case 'short':
      return buffer.writeUInt16BE(value as number, at)
    case 'long':
      return buffer.writeUInt32BE(value as number, at)
    case 'longlong': {
      const number = value as number
      buffer.writeUInt32BE(Math.floor(number / 0x1_0000_0000), at)
      return buffer.writeUInt32BE(number % 0x1_0000_0000, at + 4)
    }
    case 'shortstr': {
      const length = buffer.write(value as string, at + 1)
      if (length > 255) return at + shortstr(value as string).copy(buffer, at)
      buffer[at] = length
      return at + 1 + length
    }
    case 'longstr':
      return at + longstr(value as Buffer).copy(buffer, at)
    case 'table':
      return at + encodeTable(value as FieldTable).copy(buffer, at)
    case 'bit':
      throw new Error('bits are packed by the caller')
  }
}
