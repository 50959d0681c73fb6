import { Controller } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import { fail } from '@nameyard/contracts/errors'
import { listWebhookDeliveries } from '@nameyard/contracts/events/webhooks/list-webhook-deliveries'
import type { WebhookForm } from '@nameyard/contracts/events/webhooks/webhook'
import type { Actor, Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { bodyOf } from '../delivery/body-of'
import { findDeliveries, type ListedDelivery } from '../delivery/delivery.store'
import { LEGACY_TEST } from '../delivery/legacy-event'
import { visibleTypes } from '../reading/visible-types'
import { findWebhook } from '../subscribers/webhook.store'

@Controller()
export class ListWebhookDeliveries {
  constructor(private readonly database: Database) {}

  @Handles(listWebhookDeliveries)
  async execute(
    { id, status, type, event, before, limit }: Input<typeof listWebhookDeliveries>,
    { actor }: Call,
  ): Promise<Result<typeof listWebhookDeliveries>> {
    if (!actor) fail('authentication_failed')
    const { resellerId: account } = actor
    const [webhook] = await this.database.read(findWebhook, { account, id })
    if (!webhook) fail('webhook_not_found', { id })
    const rows = await this.database.read(findDeliveries, {
      id,
      account,
      status: status ?? null,
      type: type ?? null,
      event: event ?? null,
      before: before ?? null,
      // One more tells whether there is a next page.
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    return {
      results: page.map((row) => deliveryOnWire(row, webhook.form, actor)),
      next_before: rows.length > limit ? page.at(-1)!.id : null,
    }
  }
}

function deliveryOnWire(
  row: ListedDelivery,
  form: WebhookForm,
  actor: Actor,
): Result<typeof listWebhookDeliveries>['results'][number] {
  return {
    id: row.id,
    event: row.event,
    type: row.type,
    subject: row.object,
    sequence: row.placed ?? 0,
    status: row.settledAt === null ? 'waiting' : row.isAccepted ? 'accepted' : 'failed',
    reason: row.reason,
    created_at: printDate(row.createdAt),
    next_attempt_at: printDate(row.settledAt === null ? row.dueAt : null),
    attempt_count: row.attemptCount,
    attempts: [...row.attempts],
    body: bodySent(row, form, actor),
  }
}

/** The event as it is sent, if the caller may read it and it is kept. */
function bodySent(row: ListedDelivery, form: WebhookForm, actor: Actor): unknown {
  // The test of a new address is no event.
  const isVisible = row.type === LEGACY_TEST || visibleTypes(accountEvents, actor).some(({ type }) => type === row.type)
  if (!isVisible) return null
  if (row.body !== null) return JSON.parse(row.body) as unknown
  if (row.sequence === null) return null
  return bodyOf(form, actor.resellerId, { ...row, id: row.event, sequence: row.sequence })
}
