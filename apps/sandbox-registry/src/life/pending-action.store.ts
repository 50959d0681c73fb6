import type { ClientBase } from 'pg'
import type { Element } from '../xml/read'

/** A command on a domain that was answered 1001; an update waits with all it says. */
export type PendingAction = {
  readonly domain: string
  readonly registrar: string
  readonly clTRID: string | null
  readonly svTRID: string
  readonly dueAt: Date
} & (
  | { readonly kind: 'create'; readonly payload: null; readonly extensions: null }
  | { readonly kind: 'update'; readonly payload: Element; readonly extensions: readonly (readonly [string, Element])[] }
)

export async function insertPendingAction(db: ClientBase, action: PendingAction): Promise<void> {
  const { domain, kind, registrar, clTRID, svTRID, dueAt, payload, extensions } = action
  await db.query(
    `insert into sandbox_registry.pending_action
       (domain, kind, registrar, cltrid, svtrid, due_at, payload, extensions)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [domain, kind, registrar, clTRID, svTRID, dueAt, payload, extensions && JSON.stringify(extensions)],
  )
}

/** Takes what a domain waits for off the books, to be decided. */
export async function takePendingAction(db: ClientBase, domain: string): Promise<PendingAction | undefined> {
  const { rows } = await db.query<PendingAction>(
    `delete from sandbox_registry.pending_action where domain = $1
     returning domain, kind, registrar, cltrid as "clTRID", svtrid as "svTRID", due_at as "dueAt", payload, extensions`,
    [domain],
  )
  return rows[0]
}
