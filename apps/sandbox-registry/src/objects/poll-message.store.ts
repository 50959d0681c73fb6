import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'
import { takePollSuppression } from '../faults/fault.store'
import type { Markup } from '../xml/write'

/** A service message for a registrar (RFC 5730 section 2.9.2.3). */
export interface Notice {
  readonly registrar: string
  readonly at: Date
  readonly text: string
  readonly resData?: Markup
  readonly extension?: Markup
}

export interface PollMessage {
  readonly id: string
  readonly at: Date
  readonly text: string
  readonly resData: Markup | null
  readonly extension: Markup | null
  /** The number of messages in the queue, this one included. */
  readonly count: number
}

const INSERT = statement<{
  readonly registrar: string
  readonly at: Date
  readonly text: string
  readonly resData: Markup | undefined
  readonly extension: Markup | undefined
}>(
  'sandbox.insert-poll-message',
  ({ registrar, at, text, resData, extension }) => sql`
    insert into sandbox_registry.poll_message (registrar, at, text, res_data, extension)
    values (${registrar}, ${at}, ${text}, ${resData}, ${extension})`,
)

const FIND_OLDEST = statement<{ registrar: string }, PollMessage>(
  'sandbox.find-oldest-poll-message',
  ({ registrar }) => sql`
    select id, at, text, res_data as "resData", extension,
      (select count(*)::integer from sandbox_registry.poll_message where registrar = ${registrar}) as count
    from sandbox_registry.poll_message where registrar = ${registrar} order by id limit 1`,
)

const DELETE = statement<{ registrar: string; id: string }>(
  'sandbox.delete-poll-message',
  ({ registrar, id }) => sql`
    delete from sandbox_registry.poll_message where registrar = ${registrar} and id = ${id}`,
)

const COUNT = statement<{ registrar: string }, { count: number }>(
  'sandbox.count-poll-messages',
  ({ registrar }) => sql`
    select count(*)::integer as count from sandbox_registry.poll_message where registrar = ${registrar}`,
)

/** Adds a message to its registrar's queue, unless a planted fault suppresses it. */
export async function insertPollMessage(db: ClientBase, notice: Notice): Promise<void> {
  if (await takePollSuppression(db, notice.registrar)) return
  await write(db, INSERT, { resData: undefined, extension: undefined, ...notice })
}

/** Returns the oldest message of a registrar. */
export async function findOldestPollMessage(db: ClientBase, registrar: string): Promise<PollMessage | undefined> {
  const [message] = await read(db, FIND_OLDEST, { registrar })
  return message
}

/** Returns false when the registrar has no such message. */
export async function deletePollMessage(db: ClientBase, registrar: string, id: string): Promise<boolean> {
  return (await write(db, DELETE, { registrar, id })) === 1
}

export async function countPollMessages(db: ClientBase, registrar: string): Promise<number> {
  const [row] = await read(db, COUNT, { registrar })
  return row?.count ?? 0
}
