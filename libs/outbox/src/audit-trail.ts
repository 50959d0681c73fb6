import { Inject, Injectable } from '@nestjs/common'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'
import type { Actor } from '@nameyard/contracts/operation'
import type { Tx } from '@nameyard/persistence/database'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { Outbox } from './outbox'

/** An event for the audit trail. */
export interface AuditEvent {
  /** Id of the operation, or of what happened without one. */
  readonly event: string
  /** The account whose trail it is; null for the trail of the platform. By default that of the caller. */
  readonly resellerId?: number | null
  /** Kind and name or number of what it is about: `domain example.com`. */
  readonly subject: string
  /** By field: the new value, and the old one of a right. Null instead of personal data and secrets. */
  readonly changes?: Payload<typeof recordAuditEvent>['changes']
  /** Name of the operator who made the change. */
  readonly operator?: string
  /** Who caused it, if not the caller of the transaction. */
  readonly actor?: Pick<Actor, 'contactId' | 'username' | 'keyId'>
}

/**
 * The audit trail as services see it: they record what happened, in the transaction in which it happened. The event is
 * sent by the outbox, and the customers service adds it to the trail of the account.
 */
@Injectable()
export class AuditTrail {
  constructor(
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(OUTBOX_CLOCK) private readonly now: OutboxClock,
  ) {}

  /** Records an event. Who, from where and in which request are taken from the transaction. */
  async record(tx: Tx, given: AuditEvent): Promise<void> {
    const { event, subject, changes = {}, operator, actor = tx.actor } = given
    await this.outbox.append(tx, recordAuditEvent, {
      at: this.now().toISOString(),
      resellerId: given.resellerId === undefined ? (tx.actor?.resellerId ?? null) : given.resellerId,
      event,
      subject,
      actor: {
        contactId: actor?.contactId ?? null,
        keyId: actor?.keyId ?? null,
        name: actor?.username ?? operator ?? null,
        address: tx.address ?? null,
      },
      request: tx.correlationId,
      changes,
    })
  }
}
