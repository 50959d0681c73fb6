import { randomUUID } from 'node:crypto'
import { carriedOutFor } from '@nameyard/contracts/audit/carried-out'
import type { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import type { Tx } from '@nameyard/persistence/database'
import { insertArrivals } from './arrival.store'

/** An event of the audit trail. */
export type AuditEvent = Payload<typeof recordAuditEvent>

/** Changes by field. Rights have their old and new value. Personal data has no values, so that it can be erased elsewhere. */
export type Changes = AuditEvent['changes']

/** Records a change in the transaction that makes it, so that there is no change without an entry. */
export async function recordChange(
  tx: Tx,
  change: {
    readonly call: Call
    readonly now: Date
    readonly operation: AnyOperation
    readonly resellerId: number
    readonly subject: string
    readonly changes: Changes
  },
): Promise<void> {
  const { call, now, operation, resellerId, subject, changes } = change
  await recordEvent(tx, {
    at: now.toISOString(),
    resellerId,
    event: operation.id,
    subject,
    actor: {
      contactId: call.actor?.contactId ?? null,
      keyId: call.actor?.keyId ?? null,
      name: call.actor?.username ?? call.operator ?? null,
      address: call.address ?? null,
    },
    request: call.correlationId,
    changes,
  })
  const carried = carriedOutFor(call)
  if (carried) carried.isRecorded = true
}

/** Records an event of this service, which need not be sent. */
export async function recordEvent(tx: Tx, event: AuditEvent): Promise<void> {
  await tx.query(insertArrivals, { eventIds: [randomUUID()], payloads: [JSON.stringify(event)] })
}
