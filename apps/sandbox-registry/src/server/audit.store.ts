import type { ClientBase, Pool } from 'pg'
import type { ResultCode } from '../model/result'

/** One message and what became of it. Passwords and authInfo are masked before they come here. */
export interface AuditEntry {
  readonly at: Date
  readonly session: string
  readonly registrar: string | undefined
  readonly command: string | undefined
  readonly objects: readonly string[]
  readonly clTRID: string | undefined
  readonly svTRID: string
  /** The code that was decided, whether or not the answer left the house; none for a greeting. */
  readonly code: ResultCode | undefined
  readonly fault: string | undefined
  readonly request: string | undefined
  readonly response: string | undefined
}

/** Inside a command's transaction the entry is there exactly when the command's effect is. */
export async function insertAudit(db: Pool | ClientBase, entry: AuditEntry): Promise<void> {
  await db.query({
    name: 'audit.insert',
    text: `insert into sandbox_registry.audit
       (at, session, registrar, command, objects, cltrid, svtrid, code, fault, request, response)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      entry.at,
      entry.session,
      entry.registrar,
      entry.command,
      entry.objects,
      entry.clTRID,
      entry.svTRID,
      entry.code,
      entry.fault,
      entry.request,
      entry.response,
    ],
  })
}

/** Whether the registrar has sent this clTRID in an earlier command. */
export async function isKnownClTRID(db: Pool, registrar: string, clTRID: string): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    `select exists (select from sandbox_registry.audit where cltrid = $2 and registrar = $1) as known`,
    [registrar, clTRID],
  )
  return rows[0]?.known ?? false
}

export interface AuditQuery {
  readonly clTRID?: string | undefined
  readonly object?: string | undefined
  readonly command?: string | undefined
  readonly registrar?: string | undefined
  readonly code?: number | undefined
  /** Only entries after this one, to page on. */
  readonly after?: number | undefined
  readonly limit: number
}

/** What matches, oldest first. */
export async function findAudit(db: Pool, query: AuditQuery): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `select id, at, session, registrar, command, objects, cltrid as "clTRID", svtrid as "svTRID", code, fault,
       request, response
     from sandbox_registry.audit
     where ($1::text is null or cltrid = $1) and ($2::text is null or objects @> array[$2])
       and ($3::text is null or command = $3) and ($4::text is null or registrar = $4)
       and ($5::integer is null or code = $5) and ($6::bigint is null or id > $6)
     order by id limit $7`,
    [query.clTRID, query.object, query.command, query.registrar, query.code, query.after, query.limit],
  )
  return rows
}
