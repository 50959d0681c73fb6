import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { countWaiting, countWebhooksByState } from './delivery.store'

/** Metrics of the deliveries to webhooks. */
@Injectable()
export class DeliveryMetrics {
  /** Counts an attempt of this process. */
  readonly attempted: (outcome: 'accepted' | 'failed') => void

  constructor(database: Database, clock: Clock, metrics: Metrics) {
    const attempts = metrics.counter({
      name: 'events_webhook_attempts_total',
      help: 'Requests that this process has sent to webhooks, by whether the receiver accepted the event.',
      labels: ['outcome'],
    })
    this.attempted = (outcome) => attempts.inc({ outcome })
    metrics.add({
      name: 'events_webhooks',
      help: 'Webhooks by state: working, failing since their last delivery, or paused by the platform.',
      labels: ['state'],
      read: async () =>
        (await database.read(countWebhooksByState, {})).map(({ state, webhooks }) => ({
          labels: { state },
          value: webhooks,
        })),
    })
    const read = async () => (await database.read(countWaiting, { now: clock.machineNow() }))[0]!
    metrics.add({
      name: 'events_webhook_waiting',
      help: 'Deliveries to active webhooks that were not accepted yet.',
      read: async () => (await read()).waiting,
    })
    metrics.add({
      name: 'events_webhook_oldest_due_seconds',
      help: 'How long the oldest delivery is due, of webhooks whose last one was accepted.',
      read: async () => {
        const { since } = await read()
        return since ? Math.max(0, clock.machineMs() - since.getTime()) / 1_000 : 0
      },
    })
  }
}
