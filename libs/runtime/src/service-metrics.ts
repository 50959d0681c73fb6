import type { ServiceName } from '@nameyard/contracts/operation'
import type { DeadLetters } from '@nameyard/messaging/dead-letters'
import type { Meter } from '@nameyard/messaging/meter'
import type { MessagingServer } from '@nameyard/messaging/server'
import type { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Metrics } from './metrics'

interface Measured {
  readonly server: MessagingServer
  readonly deadLetters: DeadLetters
  readonly database: Database
  /** Milliseconds since the Unix epoch, by the clock of the machine. */
  readonly now: () => number
}

/** Counting more rows would take longer than a scrape may take, and tells an operator nothing more. */
const outboxLag = statement<void, { readonly count: number; readonly since: Date | null }>(
  'metrics.outbox-lag',
  () => sql`
    select (select count(*)::int from (select from outbox limit 100000) counted) as count,
      (select created_at from outbox order by id limit 1) as since`,
)

/** Adds the metrics that every service behind the broker has. */
export function addServiceMetrics(metrics: Metrics, { server, deadLetters, database, now }: Measured): void {
  const { service } = metrics
  metrics.add({
    name: `${service.replaceAll('-', '_')}_dead_letters`,
    help: 'Messages that could not be handled and were laid aside for an operator.',
    read: () => deadLetters.count(service as ServiceName),
  })
  server.measureWith(meterOf(metrics))
  metrics.add({
    name: 'nameyard_queue_messages',
    help: 'Messages that wait in a queue of the service, those in hand not counted.',
    labels: ['service', 'queue'],
    read: async () => [...(await server.depths())].map(([queue, value]) => ({ labels: { service, queue }, value })),
  })
  metrics.add({
    name: 'nameyard_outbox_messages',
    help: 'Messages in the outbox that the broker has not confirmed, counted up to 100000.',
    labels: ['service'],
    read: async () => [{ labels: { service }, value: (await database.read(outboxLag))[0]!.count }],
  })
  metrics.add({
    name: 'nameyard_outbox_oldest_seconds',
    help: 'Age of the oldest message in the outbox.',
    labels: ['service'],
    read: async () => {
      const { since } = (await database.read(outboxLag))[0]!
      return [{ labels: { service }, value: since ? Math.max(0, (now() - since.getTime()) / 1_000) : 0 }]
    },
  })
  const { pool } = database
  metrics.add({
    name: 'nameyard_database_connections',
    help: 'Connections of the pool, in use and idle.',
    labels: ['service', 'state'],
    isFirst: true,
    read: () => [
      { labels: { service, state: 'used' }, value: pool.totalCount - pool.idleCount },
      { labels: { service, state: 'idle' }, value: pool.idleCount },
    ],
  })
  metrics.add({
    name: 'nameyard_database_connections_limit',
    help: 'The most connections that the pool opens (DATABASE_POOL).',
    labels: ['service'],
    read: () => [{ labels: { service }, value: pool.options.max }],
  })
  metrics.add({
    name: 'nameyard_database_waiting',
    help: 'Statements and transactions that wait for a connection of the pool.',
    labels: ['service'],
    isFirst: true,
    read: () => [{ labels: { service }, value: pool.waitingCount }],
  })
}

/** Seconds that a message waited in outbox and queue. */
const WAITS = [0.01, 0.05, 0.25, 1, 5, 30, 300, 1_800]

/** Counts what a service receives. */
export function meterOf(metrics: Metrics): Meter {
  const { service } = metrics
  const durations = metrics.histogram({
    name: 'nameyard_operation_seconds',
    help: 'Requests to a service by operation and outcome (ok, refused, error), with the wait for a free handler.',
    labels: ['service', 'operation', 'outcome'],
  })
  const expired = metrics.counter({
    name: 'nameyard_expired_requests_total',
    help: 'Requests that were dropped because their callers had stopped waiting.',
    labels: ['service', 'operation'],
  })
  const messages = metrics.counter({
    name: 'nameyard_messages_total',
    help: 'Deliveries of events and commands by outcome: done, retried, dead.',
    labels: ['service', 'message', 'outcome'],
  })
  const redelivered = metrics.counter({
    name: 'nameyard_redeliveries_total',
    help: 'Deliveries of events and commands that were not the first.',
    labels: ['service', 'message'],
  })
  const waits = metrics.histogram({
    name: 'nameyard_message_wait_seconds',
    help: 'How long events and commands waited in outbox and queue until the service took them.',
    labels: ['service'],
    buckets: WAITS,
  })
  return {
    answered: ({ id }, outcome, ms) => durations.observe({ service, operation: id, outcome }, ms / 1_000),
    expired: ({ id }) => expired.inc({ service, operation: id }),
    settled(message, outcome, isRedelivered, ageMs) {
      messages.inc({ service, message, outcome })
      if (isRedelivered) redelivered.inc({ service, message })
      if (ageMs !== undefined) waits.observe({ service }, ageMs / 1_000)
    },
  }
}
