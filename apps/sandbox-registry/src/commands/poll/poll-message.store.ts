import type { ClientBase } from 'pg'
import { takePollSuppression } from '../../server/fault.store'
import type { Markup } from '../../xml/write'

/** Something a registrar is to know (RFC 5730 section 2.9.2.3). */
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
  /** How many wait, this one included. */
  readonly count: number
}

export async function insertPollMessage(db: ClientBase, notice: Notice): Promise<void> {
  if (await takePollSuppression(db, notice.registrar)) return
  await db.query(
    'insert into sandbox_registry.poll_message (registrar, at, text, res_data, extension) values ($1, $2, $3, $4, $5)',
    [notice.registrar, notice.at, notice.text, notice.resData, notice.extension],
  )
}

/** The oldest message of a registrar. */
export async function findOldestPollMessage(db: ClientBase, registrar: string): Promise<PollMessage | undefined> {
  const { rows } = await db.query<PollMessage>(
    `select id, at, text, res_data as "resData", extension,
       (select count(*)::integer from sandbox_registry.poll_message where registrar = $1) as count
     from sandbox_registry.poll_message where registrar = $1 order by id limit 1`,
    [registrar],
  )
  return rows[0]
}

/** False when the registrar has no such message. */
export async function deletePollMessage(db: ClientBase, registrar: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from sandbox_registry.poll_message where registrar = $1 and id = $2', [
    registrar,
    id,
  ])
  return rowCount === 1
}

export async function countPollMessages(db: ClientBase, registrar: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from sandbox_registry.poll_message where registrar = $1',
    [registrar],
  )
  return rows[0]?.count ?? 0
}
