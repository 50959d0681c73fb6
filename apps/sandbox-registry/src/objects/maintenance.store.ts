import type { ClientBase, Pool } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read } from '../database/query'

/** An announced maintenance (RFC 9167 section 3.3). It affects EPP, and all TLDs if it names none. */
export interface Maintenance {
  readonly id: string
  readonly start: Date
  readonly end: Date
  readonly reason: string
  readonly impact: string
  readonly tlds: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

const COLUMNS = sql`id, start_at as start, end_at as "end", reason, impact, tlds, created_at as "createdAt",
  updated_at as "updatedAt"`

const PUT = statement<Omit<Maintenance, 'createdAt' | 'updatedAt'> & { readonly now: Date }, Maintenance>(
  'sandbox.put-maintenance',
  ({ id, start, end, reason, impact, tlds, now }) => sql`
    insert into sandbox_registry.maintenance (id, start_at, end_at, reason, impact, tlds, created_at)
    values (${id}, ${start}, ${end}, ${reason}, ${impact}, ${tlds}, ${now})
    on conflict (id) do update set start_at = excluded.start_at, end_at = excluded.end_at, reason = excluded.reason,
      impact = excluded.impact, tlds = excluded.tlds, updated_at = excluded.created_at
    returning ${COLUMNS}`,
)

const DELETE = statement<{ readonly id: string }, Maintenance>(
  'sandbox.delete-maintenance',
  ({ id }) => sql`delete from sandbox_registry.maintenance where id = ${id} returning ${COLUMNS}`,
)

const FIND = statement<{ readonly id: string }, Maintenance>(
  'sandbox.find-maintenance',
  ({ id }) => sql`select ${COLUMNS} from sandbox_registry.maintenance where id = ${id}`,
)

const LIST = statement<{ readonly now: Date }, Maintenance>(
  'sandbox.list-maintenances',
  ({ now }) => sql`
    select ${COLUMNS} from sandbox_registry.maintenance where end_at > ${now} order by start_at, id`,
)

const REGISTRARS = statement<void, { readonly registrar: string }>(
  'sandbox.list-registrars',
  () => sql`select cl_id as registrar from sandbox_registry.registrar order by cl_id`,
)

/** Announces a maintenance, or changes one. */
export async function putMaintenance(
  db: ClientBase,
  maintenance: Omit<Maintenance, 'createdAt' | 'updatedAt'> & { readonly now: Date },
): Promise<Maintenance> {
  const [row] = await read(db, PUT, maintenance)
  return row!
}

/** Cancels a maintenance. Returns it; undefined when there is none. */
export async function deleteMaintenance(db: ClientBase, id: string): Promise<Maintenance | undefined> {
  const [row] = await read(db, DELETE, { id })
  return row
}

export async function findMaintenance(db: ClientBase | Pool, id: string): Promise<Maintenance | undefined> {
  const [row] = await read(db, FIND, { id })
  return row
}

/** What is planned or running. */
export function listMaintenances(db: ClientBase | Pool, now: Date): Promise<Maintenance[]> {
  return read(db, LIST, { now })
}

/** Every account. */
export async function allRegistrars(db: ClientBase): Promise<readonly string[]> {
  return (await read(db, REGISTRARS)).map(({ registrar }) => registrar)
}
