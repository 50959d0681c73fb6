import type { ClientBase, Pool } from 'pg'

export const faultKinds = [
  'drop-response',
  'drop-request',
  'delay',
  'partial',
  'close-before-answer',
  'garbage',
  'wrong-trid',
  'out-of-order',
  'inject-code',
  'inject-code-without-trid',
  'end-session',
  'ignore-sec-dns',
  'suppress-poll',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** A misbehaviour the registry is asked to show, a number of times, on commands that match. */
export interface Fault {
  readonly id: string
  /** As `domain:create` or `login`; any when null. */
  readonly command: string | null
  /** Only for this object; for any when null. */
  readonly object: string | null
  /** Only for who is logged in as this; for anybody when null. */
  readonly registrar: string | null
  readonly kind: FaultKind
  readonly remaining: number
  readonly code: number | null
  readonly milliseconds: number | null
}

/** SQL that tells whether any is planted that a command would show. */
export const hasFaults = `exists (select from sandbox_registry.fault where remaining > 0 and kind <> 'suppress-poll')`

const columns = 'id, command, object, registrar, kind, remaining, code, milliseconds'

/** The oldest rule that matches, with one of its times used up. Two commands never use the same time. */
export async function takeFault(
  db: Pool,
  command: string,
  objects: readonly string[],
  registrar: string | undefined,
): Promise<Fault | undefined> {
  const { rows } = await db.query<Fault>({
    name: 'fault.take',
    text: `update sandbox_registry.fault set remaining = remaining - 1
     where id = (select id from sandbox_registry.fault
                 where remaining > 0 and kind <> 'suppress-poll' and (command is null or command = $1)
                   and (object is null or object = any($2)) and (registrar is null or registrar = $3)
                 order by id limit 1 for update)
     returning ${columns}`,
    values: [command, objects, registrar],
  })
  return rows[0]
}

/** Whether a message for the registrar is to be lost; one time of the rule is used up then. */
export async function takePollSuppression(db: ClientBase, registrar: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sandbox_registry.fault set remaining = remaining - 1
     where id = (select id from sandbox_registry.fault
                 where remaining > 0 and kind = 'suppress-poll' and (registrar is null or registrar = $1)
                 order by id limit 1 for update)`,
    [registrar],
  )
  return rowCount === 1
}

export async function addFault(db: Pool, fault: Omit<Fault, 'id'>): Promise<Fault> {
  const { rows } = await db.query<Fault>(
    `insert into sandbox_registry.fault (command, object, registrar, kind, remaining, code, milliseconds)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [fault.command, fault.object, fault.registrar, fault.kind, fault.remaining, fault.code, fault.milliseconds],
  )
  const [added] = rows
  if (!added) throw new Error('the fault was not stored')
  return added
}

export async function removeFaults(db: Pool): Promise<number> {
  const { rowCount } = await db.query('delete from sandbox_registry.fault')
  return rowCount ?? 0
}
