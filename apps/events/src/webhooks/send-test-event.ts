import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import { fail } from '@nameyard/contracts/errors'
import { sendTestEvent } from '@nameyard/contracts/events/webhooks/send-test-event'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { LEGACY_TYPES } from '../delivery/legacy-event'
import { PATIENCE_MS } from '../delivery/model/retries'
import { countTests, insertTest } from '../delivery/test-delivery.store'
import { WhenDeliveriesAreDue } from '../delivery/when-deliveries-are-due'
import { matches } from '../reading/visible-types'
import { lockWebhook } from '../subscribers/webhook.store'
import { testEvent } from './test-event'

/** Test events of a webhook that wait at the same time. */
const MOST_TESTS = 10

@Controller()
export class SendTestEvent {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly deliveries: WhenDeliveriesAreDue,
  ) {}

  @Handles(sendTestEvent)
  async execute({ id, type: asked }: Input<typeof sendTestEvent>, call: Call): Promise<Result<typeof sendTestEvent>> {
    const account = resellerOf(call)
    const type = accountEvents.find((each) => each.type === asked)
    if (!type) fail('invalid_input', { field: 'type', problem: `there is no event ${asked}` })
    return this.database.unitOfWork(call, async (tx) => {
      const [webhook] = await tx.query(lockWebhook, { account, id })
      if (!webhook) fail('webhook_not_found', { id })
      if (webhook.status !== 'active') fail('webhook_not_active', { id, status: webhook.status })
      if (webhook.form === 'legacy' && !matches(LEGACY_TYPES, asked)) {
        fail('invalid_input', { field: 'type', problem: 'webhooks of the legacy form get events of domains only' })
      }
      const [count] = await tx.query(countTests, { id })
      if (count!.tests >= MOST_TESTS) fail('webhook_tests_waiting', { id, limit: MOST_TESTS })
      const now = this.clock.machineNow()
      const event = randomUUID()
      const { object, body } = testEvent(type, {
        id: event,
        account,
        form: webhook.form,
        time: this.clock.now(),
        request: call.correlationId,
      })
      const [delivery] = await tx.query(insertTest, {
        id,
        account,
        event,
        type: type.type,
        object,
        body: JSON.stringify(body),
        now,
        giveUpAt: new Date(now.getTime() + PATIENCE_MS),
      })
      tx.afterCommit(() => void this.deliveries.run())
      return { delivery: delivery!.id, event }
    })
  }
}
