import type { Pool } from 'pg'
import { join, sql, statement } from '@nameyard/persistence/statement'
import { read, readComposed, write, type Queryable } from '../database/query'
import type { ResultCode } from '../model/result'

/** One message and its answer. The caller has masked passwords and authInfo. */
export interface AuditEntry {
  readonly at: Date
  readonly session: string
  readonly registrar: string | undefined
  readonly command: string | undefined
  readonly objects: readonly string[]
  readonly clTRID: string | undefined
  readonly svTRID: string
  /** The result code, even when a fault lost the answer; undefined for a greeting. */
  readonly code: ResultCode | undefined
  readonly fault: string | undefined
  readonly request: string | undefined
  readonly response: string | undefined
}

const INSERT = statement<AuditEntry>(
  'sandbox.insert-audit',
  (entry) => sql`
    insert into sandbox_registry.audit
      (at, session, registrar, command, objects, cltrid, svtrid, code, fault, request, response)
    values (${entry.at}, ${entry.session}, ${entry.registrar}, ${entry.command}, ${entry.objects}, ${entry.clTRID},
      ${entry.svTRID}, ${entry.code}, ${entry.fault}, ${entry.request}, ${entry.response})`,
)

const IS_KNOWN = statement<{ registrar: string; clTRID: string }, { known: boolean }>(
  'sandbox.is-known-cltrid',
  ({ registrar, clTRID }) => sql`
    select exists (
      select from sandbox_registry.audit where cltrid = ${clTRID} and registrar = ${registrar}) as known`,
)

const IS_CARRIED_OUT = statement<{ registrar: string; clTRID: string }, { carriedOut: boolean }>(
  'sandbox.is-carried-out',
  ({ registrar, clTRID }) => sql`
    select exists (
      select from sandbox_registry.audit where cltrid = ${clTRID} and registrar = ${registrar} and code < 2000)
      as "carriedOut"`,
)

/** Written in a command's transaction, the entry exists exactly when the command's effect does. */
export async function insertAudit(db: Queryable, entry: AuditEntry): Promise<void> {
  await write(db, INSERT, entry)
}

/** Whether the registrar has sent this clTRID in an earlier command. */
export async function isKnownClTRID(db: Pool, registrar: string, clTRID: string): Promise<boolean> {
  const [row] = await read(db, IS_KNOWN, { registrar, clTRID })
  return row?.known ?? false
}

/** Whether a command of the registrar with this identifier was carried out. */
export async function isCarriedOut(db: Queryable, registrar: string, clTRID: string): Promise<boolean> {
  const [row] = await read(db, IS_CARRIED_OUT, { registrar, clTRID })
  return row?.carriedOut ?? false
}

export interface AuditQuery {
  readonly clTRID?: string | undefined
  readonly object?: string | undefined
  readonly command?: string | undefined
  readonly registrar?: string | undefined
  readonly code?: number | undefined
  /** Only entries after this `id`, for paging. */
  readonly after?: number | undefined
  readonly limit: number
}

/** Returns the matching entries, oldest first. */
export async function findAudit(db: Pool, query: AuditQuery): Promise<Record<string, unknown>[]> {
  const filters = [
    query.clTRID !== undefined && sql`cltrid = ${query.clTRID}`,
    query.object !== undefined && sql`objects @> array[${query.object}::text]`,
    query.command !== undefined && sql`command = ${query.command}`,
    query.registrar !== undefined && sql`registrar = ${query.registrar}`,
    query.code !== undefined && sql`code = ${query.code}`,
    sql`id > ${query.after ?? 0}`,
  ]
  return readComposed(
    db,
    sql`
      select id, at, session, registrar, command, objects, cltrid as "clTRID", svtrid as "svTRID", code, fault, request,
        response
      from sandbox_registry.audit
      where ${join(
        filters.filter((filter) => filter !== false),
        ' and ',
      )}
      order by id limit ${query.limit}`,
  )
}
