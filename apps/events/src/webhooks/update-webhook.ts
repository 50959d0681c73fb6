import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import { updateWebhook } from '@nameyard/contracts/events/webhooks/update-webhook'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Egress } from '@nameyard/egress/egress'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { findFirstWaiting, giveUp, goOn } from '../delivery/delivery.store'
import { PATIENCE_MS } from '../delivery/model/retries'
import { WhenDeliveriesAreDue } from '../delivery/when-deliveries-are-due'
import { WhenEventsWait } from '../delivery/when-events-wait'
import { Creators } from '../subscribers/creators'
import { webhookOnWire } from '../subscribers/webhook-on-wire'
import { changeWebhook, findEnds, lockWebhook, type Webhook } from '../subscribers/webhook.store'
import { descriptionOf, refuseUrl, typesOf } from './checked-fields'

type Given = Input<typeof updateWebhook>

@Controller()
export class UpdateWebhook {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly egress: Egress,
    private readonly creators: Creators,
    private readonly events: WhenEventsWait,
    private readonly deliveries: WhenDeliveriesAreDue,
  ) {}

  @Handles(updateWebhook)
  async execute(input: Given, call: Call): Promise<Result<typeof updateWebhook>> {
    const { id, url, types, description, status } = input
    const account = resellerOf(call)
    if (url !== undefined) refuseUrl(this.egress, url)
    if (input.after !== undefined && status !== 'active') {
      fail('invalid_input', { field: 'after', problem: 'needs status active' })
    }
    const given = {
      ...(url !== undefined && { url }),
      ...(types && { types: typesOf(types) }),
      ...(description !== undefined && { description: descriptionOf(description) }),
    }
    // Nobody sends what another one may read to an address of their own.
    const creator = url !== undefined || status === 'active' ? await this.creators.of(call) : {}
    return this.database.unitOfWork(call, async (tx) => {
      const [before] = await tx.query(lockWebhook, { account, id })
      if (!before) fail('webhook_not_found', { id })
      const fixed = url !== undefined ? 'host' : types ? 'types' : undefined
      if (before.form === 'legacy' && fixed) fail('webhook_is_legacy', { id, field: fixed })
      const position = status === 'active' ? await this.positionOf(tx, before, input) : before.position
      const isChanged = status !== undefined && status !== before.status
      const now = this.clock.machineNow()
      const state = isChanged ? { status, statusReason: '', statusAt: now, failingSince: null } : {}
      const [after] = await tx.query(changeWebhook, { ...before, ...given, ...creator, position, ...state })
      if (status === 'active') {
        await tx.query(goOn, { id, now, giveUpAt: new Date(now.getTime() + PATIENCE_MS) })
        tx.afterCommit(() => {
          void this.events.run()
          void this.deliveries.run()
        })
      }
      tellAudit(tx, {
        subject: `webhook ${id}`,
        changes: {
          ...(url !== undefined && { url: null }),
          ...(given.types && { types: { from: before.types, to: given.types } }),
          ...(isChanged && { status: { from: before.status, to: status } }),
        },
      })
      return webhookOnWire(after!)
    })
  }

  /** Returns after which event a webhook goes on. Refuses to skip events that are gone, unless the account asks for it. */
  private async positionOf(tx: Tx, { id, account, position }: Webhook, { after }: Given): Promise<number> {
    const [ends] = await tx.query(findEnds, { account })
    const newest = ends!.newest ?? 0
    const oldest = ends!.oldest ?? newest + 1
    if (after === undefined) {
      const [waiting] = await tx.query(findFirstWaiting, { id })
      const first = waiting!.sequence ?? position + 1
      if (Math.min(first, position + 1) < oldest) fail('events_expired', { field: 'after', after: first - 1, oldest })
      return position
    }
    if (after > newest) fail('events_unknown', { field: 'after', after, newest })
    if (after < oldest - 1) fail('events_expired', { field: 'after', after, oldest })
    const reason = `the account went on after event ${after}`
    await tx.query(giveUp, { id, reason, now: this.clock.machineNow() })
    return after
  }
}
