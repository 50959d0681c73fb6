import { Injectable } from '@nestjs/common'
import { webhookEnded, webhookPaused } from '@nameyard/contracts/events/webhooks/webhook-events'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { webhookOnWire } from './webhook-on-wire'
import { stopWebhook, type Creator } from './webhook.store'

type Bearer = Pick<Creator, 'contactId' | 'keyId'>
type Status = 'paused' | 'ended'

/** Stops webhooks in the name of the platform. The account gets an event that says why. */
@Injectable()
export class Stopping {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /** Pauses an active webhook; its account can let it go on. */
  pause(tx: Tx, id: number, reason: string): Promise<void> {
    return this.stop(tx, id, 'paused', reason)
  }

  /** Ends an active webhook: its receiver is gone. */
  end(tx: Tx, id: number, reason: string): Promise<void> {
    return this.stop(tx, id, 'ended', reason)
  }

  /** Ends an active webhook whose creator may not read any more, unless another one has taken it over. */
  endFor(tx: Tx, id: number, creator: Bearer, reason: string): Promise<void> {
    return this.stop(tx, id, 'ended', reason, creator)
  }

  private async stop(tx: Tx, id: number, status: Status, reason: string, creator?: Bearer): Promise<void> {
    const { contactId = null, keyId = null } = creator ?? {}
    const now = this.clock.machineNow()
    const [stopped] = await tx.query(stopWebhook, { id, status, reason, contactId, keyId, now })
    if (!stopped) return
    const { url: _, description: __, username: ___, ...state } = webhookOnWire(stopped)
    await this.events.record(tx, status === 'paused' ? webhookPaused : webhookEnded, {
      resellerId: stopped.account,
      object: `webhooks/${id}`,
      at: this.clock.now(),
      state,
    })
  }
}
