import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'
import type { Element } from '../xml/read'

/** A command on a domain that was answered 1001 and is not decided; an update is stored with its elements. */
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

const INSERT = statement<{
  readonly domain: string
  readonly kind: PendingAction['kind']
  readonly registrar: string
  readonly clTRID: string | null
  readonly svTRID: string
  readonly dueAt: Date
  readonly payload: Element | null
  readonly extensions: string | null
}>(
  'sandbox.insert-pending-action',
  (action) => sql`
    insert into sandbox_registry.pending_action
      (domain, kind, registrar, cltrid, svtrid, due_at, payload, extensions)
    values (${action.domain}, ${action.kind}, ${action.registrar}, ${action.clTRID}, ${action.svTRID}, ${action.dueAt},
      ${action.payload}, ${action.extensions})`,
)

const TAKE = statement<{ domain: string }, PendingAction>(
  'sandbox.take-pending-action',
  ({ domain }) => sql`
    delete from sandbox_registry.pending_action where domain = ${domain}
    returning domain, kind, registrar, cltrid as "clTRID", svtrid as "svTRID", due_at as "dueAt", payload, extensions`,
)

export async function insertPendingAction(db: ClientBase, action: PendingAction): Promise<void> {
  await write(db, INSERT, { ...action, extensions: action.extensions && JSON.stringify(action.extensions) })
}

/** Removes the pending action of a domain and returns it, so that it is decided once. */
export async function takePendingAction(db: ClientBase, domain: string): Promise<PendingAction | undefined> {
  const [action] = await read(db, TAKE, { domain })
  return action
}
