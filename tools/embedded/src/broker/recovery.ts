import type { ExchangeType } from './exchange'
import type { JournalRecord, MessageRecord } from './journal-record'
import { readProperties } from './message'
import type { Queue } from './queue'
import { readQueueArguments } from './queue-arguments'
import { isRemembered, type VirtualHost } from './virtual-host'
import { encodeTable, Reader, type FieldTable } from './wire'

/** Returns the records that rebuild the durable part of the present state. */
export function* aliveRecords(vhosts: Iterable<VirtualHost>): Generator<JournalRecord> {
  for (const { name: vhost, exchanges, queues } of vhosts) {
    const remembered = [...queues.values()].filter(isRemembered)
    for (const { name, type, autoDelete, durable, predeclared } of exchanges.values()) {
      if (durable && !predeclared) yield { kind: 'exchange-declared', vhost, name, type, autoDelete }
    }
    for (const { name, properties } of remembered) {
      const { id, autoDelete } = properties
      const table = toBase64(properties.arguments.declared)
      yield { kind: 'queue-declared', vhost, name, id, autoDelete, arguments: table }
    }
    for (const exchange of exchanges.values()) {
      if (!exchange.durable) continue
      for (const { queue, routingKey, arguments: table } of exchange.allBindings()) {
        if (!isRemembered(queue)) continue
        const id = queue.properties.id
        yield { kind: 'bound', vhost, exchange: exchange.name, id, routingKey, arguments: toBase64(table) }
      }
    }
    for (const queue of remembered) yield* aliveMessages(queue)
  }
}

/** Rebuilds the state from records; returns the highest id of a queue or message. */
export function restore(records: readonly JournalRecord[], virtualHost: (name: string) => VirtualHost): number {
  const queues = new Map<number, { queue: Queue; vhost: VirtualHost; messages: Map<number, MessageRecord> }>()
  let lastId = 0
  for (const record of records) {
    if ('id' in record) lastId = Math.max(lastId, record.id)
    switch (record.kind) {
      case 'exchange-declared':
        virtualHost(record.vhost).addExchange(record.name, record.type as ExchangeType, true, record.autoDelete)
        break
      case 'exchange-deleted':
        virtualHost(record.vhost).exchanges.delete(record.name)
        break
      case 'queue-declared': {
        const vhost = virtualHost(record.vhost)
        const { name, id, autoDelete } = record
        const queueArguments = readQueueArguments(fromBase64(record.arguments))
        const queue = vhost.addQueue({
          name,
          id,
          durable: true,
          autoDelete,
          owner: undefined,
          arguments: queueArguments,
        })
        queues.set(id, { queue, vhost, messages: new Map() })
        break
      }
      case 'queue-deleted': {
        const deleted = queues.get(record.id)
        queues.delete(record.id)
        if (deleted) deleted.vhost.deleteQueue(deleted.queue)
        break
      }
      case 'bound': {
        const queue = queues.get(record.id)?.queue
        const exchange = virtualHost(record.vhost).exchanges.get(record.exchange)
        const binding = { routingKey: record.routingKey, arguments: fromBase64(record.arguments) }
        if (queue) exchange?.bind({ queue, ...binding })
        break
      }
      case 'unbound': {
        const queue = queues.get(record.id)?.queue
        if (queue) virtualHost(record.vhost).exchanges.get(record.exchange)?.unbind(queue, record.routingKey)
        break
      }
      case 'message':
        for (const id of record.queues) queues.get(id)?.messages.set(record.id, record)
        break
      case 'settled':
        queues.get(record.queue)?.messages.delete(record.id)
        break
    }
  }
  for (const { queue, messages } of queues.values()) {
    for (const { id, enqueuedAt, message } of messages.values()) {
      const { expiration } = readProperties(message.properties)
      queue.restore(message, expiration === undefined ? undefined : Number(expiration), enqueuedAt, id)
    }
  }
  return lastId
}

function* aliveMessages(queue: Queue): Generator<JournalRecord> {
  const entries = [...queue.allEntries()].sort((one, other) => one.position - other.position)
  for (const { journalId: id, enqueuedAt, message } of entries) {
    if (id !== undefined) yield { kind: 'message', id, enqueuedAt, queues: [queue.properties.id], message }
  }
}

function toBase64(table: FieldTable): string {
  return encodeTable(table).toString('base64')
}

function fromBase64(text: string): FieldTable {
  return new Reader(Buffer.from(text, 'base64')).table()
}
