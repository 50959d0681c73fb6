import type { Pool } from 'pg'

export const faultKinds = [
  'drop-response',
  'drop-request',
  'delay',
  'close-before-answer',
  'garbage',
  'wrong-trid',
  'inject-code',
] as const

/** A misbehaviour the registry is asked to show, a number of times, on commands that match. */
export interface Fault {
  readonly id: string
  /** As `domain:create` or `login`. */
  readonly command: string
  /** Only for this object; for any when null. */
  readonly object: string | null
  readonly kind: (typeof faultKinds)[number]
  readonly remaining: number
  readonly code: number | null
  readonly milliseconds: number | null
}

const columns = 'id, command, object, kind, remaining, code, milliseconds'

/** The oldest rule that matches, with one of its times used up. Two commands never use the same time. */
export async function takeFault(db: Pool, command: string, objects: readonly string[]): Promise<Fault | undefined> {
  const { rows } = await db.query<Fault>(
    `update sandbox_registry.fault set remaining = remaining - 1
     where id = (select id from sandbox_registry.fault
                 where remaining > 0 and command = $1 and (object is null or object = any($2))
                 order by id limit 1 for update)
     returning ${columns}`,
    [command, objects],
  )
  return rows[0]
}

export async function addFault(db: Pool, fault: Omit<Fault, 'id'>): Promise<Fault> {
  const { rows } = await db.query<Fault>(
    `insert into sandbox_registry.fault (command, object, kind, remaining, code, milliseconds)
     values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    [fault.command, fault.object, fault.kind, fault.remaining, fault.code, fault.milliseconds],
  )
  const [added] = rows
  if (!added) throw new Error('the fault was not stored')
  return added
}

export async function removeFaults(db: Pool): Promise<number> {
  const { rowCount } = await db.query('delete from sandbox_registry.fault')
  return rowCount ?? 0
}
