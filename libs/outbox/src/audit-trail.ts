import { Inject, Injectable } from '@nestjs/common'
import { carriedOutFor, type About } from '@nameyard/contracts/audit/carried-out'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import { aboutOf, refusedEvent } from '@nameyard/contracts/audit/subject'
import type { ErrorName } from '@nameyard/contracts/errors'
import type { Payload } from '@nameyard/contracts/event'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import type { CallRecorder } from '@nameyard/messaging/call-recorder'
import { Database, type Recorder, type Tx } from '@nameyard/persistence/database'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { Outbox } from './outbox'

/** An event for the audit trail. */
export interface AuditEvent extends About {
  /** Id of the operation, or of what happened without one. */
  readonly event: string
  readonly subject: string
}

/** Who requested something, from where, and in which request. */
type Caller = Pick<Call, 'actor' | 'address' | 'correlationId' | 'operator'>

/**
 * The audit trail as services see it: what happened is recorded in the transaction in which it happened. The event is
 * sent by the outbox, and the customers service adds it to the trail of the account. Operations are recorded by
 * themselves; `record` is for what happens without one.
 */
@Injectable()
export class AuditTrail implements CallRecorder, Recorder {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(OUTBOX_CLOCK) private readonly now: OutboxClock,
  ) {}

  /** Records an event. Who, from where and in which request are taken from the transaction. */
  async record(tx: Tx, event: AuditEvent): Promise<void> {
    await this.outbox.append(tx, recordAuditEvent, this.payloadOf(tx, event))
  }

  /** Records the operation that is carried out in a transaction. */
  async recordCall(tx: Tx): Promise<void> {
    const event = this.eventOf(tx)
    if (event) await this.outbox.append(tx, recordAuditEvent, event)
  }

  async recordAfter(call: Call): Promise<void> {
    if (carriedOutFor(call)?.isRecorded) return
    const event = this.eventOf(call)
    if (event) await this.outbox.appendAlone(this.database, recordAuditEvent, event, call.correlationId)
  }

  async recordRefused(call: Call, { id }: AnyOperation, refusal: ErrorName): Promise<void> {
    const event = this.payloadOf(call, refusedEvent(id, refusal))
    await this.outbox.appendAlone(this.database, recordAuditEvent, event, call.correlationId)
  }

  /** Returns the event of the operation that is carried out for a caller, for a statement that stores it. */
  eventOf(caller: Caller): Payload<typeof recordAuditEvent> | undefined {
    const carried = carriedOutFor(caller)
    if (!carried || carried.about.isNothing) return undefined
    return this.payloadOf(caller, { ...aboutOf(carried), event: carried.operation.id })
  }

  /** Returns the payload of an event, for a message that is staged with others. */
  payloadOf(caller: Caller, given: AuditEvent): Payload<typeof recordAuditEvent> {
    const { event, subject, changes = {}, actor = caller.actor } = given
    return {
      at: this.now().toISOString(),
      resellerId: given.resellerId === undefined ? (caller.actor?.resellerId ?? null) : given.resellerId,
      event,
      subject,
      actor: {
        contactId: actor?.contactId ?? null,
        keyId: actor?.keyId ?? null,
        name: actor?.username ?? caller.operator ?? null,
        address: caller.address ?? null,
      },
      request: caller.correlationId,
      changes,
    }
  }
}
