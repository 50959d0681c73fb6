import type { ClientBase, Pool } from 'pg'
import { insertAudit, type AuditEntry } from '../audit/audit.store'
import { maskSecrets } from '../audit/mask'
import type { Fault } from '../faults/fault.store'
import type { ResultCode } from '../model/result'
import type { CommandRequest } from '../protocol/request'
import type { Session } from '../sessions/session'
import type { SessionPolicy } from '../sessions/session-policy.store'
import type { Registry } from './registry'

/** A message that arrived in a session, before the registry's time and transaction identifier are known. */
export interface Message {
  readonly registry: Registry
  readonly session: Session
  readonly policy: SessionPolicy
  readonly clTRID: string | undefined
  readonly request: string
}

/** A message and its answer: with the registry's time and the server transaction identifier. */
export interface Exchange extends Message {
  readonly now: Date
  readonly svTRID: string
}

/** Writes the audit entry, and the frames to files when they are kept. */
export async function record({ frames }: Registry, db: Pool | ClientBase, entry: AuditEntry): Promise<void> {
  await insertAudit(db, entry)
  await frames?.keep(entry)
}

export function auditEntry(
  it: Exchange,
  request: CommandRequest | undefined,
  code: ResultCode | undefined,
  response: string | undefined,
  fault?: Fault,
): AuditEntry {
  return {
    at: it.now,
    session: it.session.id,
    registrar: it.session.login?.registrar,
    command: request?.name,
    objects: request?.objects ?? [],
    clTRID: it.clTRID,
    svTRID: it.svTRID,
    code,
    fault: fault?.kind,
    request: it.request,
    response: response === undefined ? undefined : maskSecrets(response),
  }
}
