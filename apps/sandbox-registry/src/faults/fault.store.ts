import type { ClientBase, Pool } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

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

/** A planted fault: a misbehaviour that matching commands meet a number of times. */
export interface Fault {
  readonly id: string
  /** A command such as `domain:create` or `login`; null matches any. */
  readonly command: string | null
  /** An object's name or identifier; null matches any. */
  readonly object: string | null
  /** A logged-in registrar; null matches any. */
  readonly registrar: string | null
  readonly kind: FaultKind
  readonly remaining: number
  readonly code: number | null
  readonly milliseconds: number | null
}

type NewFault = Omit<Fault, 'id'>

/** SQL: whether a fault is planted that a command could meet. */
export const HAS_FAULTS = sql`exists (
  select from sandbox_registry.fault where remaining > 0 and kind <> 'suppress-poll')`

const COLUMNS = sql`id, command, object, registrar, kind, remaining, code, milliseconds`

const TAKE = statement<
  { readonly command: string; readonly objects: readonly string[]; readonly registrar: string | undefined },
  Fault
>(
  'sandbox.take-fault',
  ({ command, objects, registrar }) => sql`
    update sandbox_registry.fault set remaining = remaining - 1
    where id = (
      select id from sandbox_registry.fault
      where remaining > 0 and kind <> 'suppress-poll' and (command is null or command = ${command})
        and (object is null or object = any(${objects})) and (registrar is null or registrar = ${registrar})
      order by id limit 1 for update)
    returning ${COLUMNS}`,
)

const TAKE_SUPPRESSION = statement<{ registrar: string }>(
  'sandbox.take-poll-suppression',
  ({ registrar }) => sql`
    update sandbox_registry.fault set remaining = remaining - 1
    where id = (
      select id from sandbox_registry.fault
      where remaining > 0 and kind = 'suppress-poll' and (registrar is null or registrar = ${registrar})
      order by id limit 1 for update)`,
)

const ADD = statement<NewFault, Fault>(
  'sandbox.add-fault',
  (fault) => sql`
    insert into sandbox_registry.fault (command, object, registrar, kind, remaining, code, milliseconds)
    values (${fault.command}, ${fault.object}, ${fault.registrar}, ${fault.kind}, ${fault.remaining}, ${fault.code},
      ${fault.milliseconds})
    returning ${COLUMNS}`,
)

const REMOVE_ALL = statement('sandbox.remove-faults', () => sql`delete from sandbox_registry.fault`)

/** Returns the oldest matching fault and uses it up once. Two commands never use the same count. */
export async function takeFault(
  db: Pool,
  command: string,
  objects: readonly string[],
  registrar: string | undefined,
): Promise<Fault | undefined> {
  const [fault] = await read(db, TAKE, { command, objects, registrar })
  return fault
}

/** Whether a fault suppresses this message for the registrar; uses the fault up once. */
export async function takePollSuppression(db: ClientBase, registrar: string): Promise<boolean> {
  return (await write(db, TAKE_SUPPRESSION, { registrar })) === 1
}

export async function addFault(db: Pool, fault: NewFault): Promise<Fault> {
  const [added] = await read(db, ADD, fault)
  if (!added) throw new Error('the fault was not stored')
  return added
}

export async function removeFaults(db: Pool): Promise<number> {
  return write(db, REMOVE_ALL)
}
