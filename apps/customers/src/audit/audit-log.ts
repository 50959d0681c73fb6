import { randomUUID } from 'node:crypto'
import { carriedOutFor } from '@nameyard/contracts/audit/carried-out'
import type { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import type { Database, Tx } from '@nameyard/persistence/database'
import { insertArrivals } from './arrival.store'

/** An event of the audit trail. */
export type AuditEvent = Payload<typeof recordAuditEvent>

/** Changes by field. Rights have their old and new value. Personal data has no values, so that it can be erased elsewhere. */
export type Changes = AuditEvent['changes']

/** Something that happened in a request. */
export interface Happened {
  readonly call: Call
  readonly now: Date
  /** The account whose trail it is; null for the trail of the platform. */
  readonly resellerId: number | null
  readonly event: string
  readonly subject: string
  readonly changes: Changes
}

/** Records a change in the transaction that makes it, so that there is no change without an entry. */
export async function recordChange(
  tx: Tx,
  { operation, ...change }: Omit<Happened, 'event'> & { readonly operation: AnyOperation },
): Promise<void> {
  await tx.query(insertArrivals, arrivalOf({ ...change, event: operation.id }))
  const carried = carriedOutFor(change.call)
  if (carried) carried.isRecorded = true
}

/** Records an event without a transaction: one statement. */
export async function recordAlone(database: Database, happened: Happened): Promise<void> {
  await database.read(insertArrivals, arrivalOf(happened))
}

/** The row of an event of this service, which need not be sent. */
export function arrivalOf({ call, now, resellerId, event, subject, changes }: Happened) {
  const payload: AuditEvent = {
    at: now.toISOString(),
    resellerId,
    event,
    subject,
    actor: {
      contactId: call.actor?.contactId ?? null,
      keyId: call.actor?.keyId ?? null,
      name: call.actor?.username ?? call.operator ?? null,
      address: call.address ?? null,
    },
    request: call.correlationId,
    changes,
  }
  return { eventIds: [randomUUID()], payloads: [JSON.stringify(payload)] }
}
