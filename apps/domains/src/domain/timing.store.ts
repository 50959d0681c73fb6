import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** By which rules the timers of the domains of an extension are set. */
export interface ExtensionTiming {
  extension: string
  /** The rules in one word, to be compared. */
  timing: string
  /** Number of the last domain that was set anew by these; null when all have been. */
  redoneTo: number | null
}

export const extensionTimingSchema = new EntitySchema<ExtensionTiming>({
  name: 'extension_timing',
  columns: {
    extension: { type: 'text', primary: true },
    timing: { type: 'text' },
    redoneTo: { type: 'integer', name: 'redone_to', nullable: true },
  },
})

export const timings = statement(
  'timings.all',
  'select extension, timing, redone_to as "redoneTo" from extension_timing',
)

const begin = statement(
  'timings.begin',
  `insert into extension_timing (extension, timing, redone_to) values ($1, $2, 0)
   on conflict (extension) do update set timing = excluded.timing, redone_to = 0
     where extension_timing.timing <> excluded.timing`,
)

/** Replicas that redo the same extension go one behind the other, each from where the last one came to. */
const redone = statement(
  'timings.redone-to',
  `select redone_to as "redoneTo" from extension_timing where extension = $1 and timing = $2 for update`,
)

const come = statement('timings.come-to', 'update extension_timing set redone_to = $2 where extension = $1')

const batch = statement(
  'timings.batch',
  `select id from domain where extension = $1 and id > $2 and deleted_at is null and expires_at is not null
   order by id limit $3`,
)

/** Has the timers of an extension set by other rules from now on; nothing begins anew that has begun. */
export async function beginToRedo(tx: Tx, extension: string, timing: string): Promise<void> {
  await tx.query(begin, [extension, timing])
}

/** The next domains of an extension to be set anew; nothing when all have been, or they are set by other rules by now. */
export async function nextToRedo(
  tx: Tx,
  extension: string,
  timing: string,
  most: number,
): Promise<readonly number[] | undefined> {
  const [row] = await tx.query<{ redoneTo: number | null }>(redone, [extension, timing])
  const from = row?.redoneTo ?? null
  if (from === null) return undefined
  const rows = await tx.query<{ id: number }>(batch, [extension, from, most])
  const ids = rows.map(({ id }) => id)
  await tx.query(come, [extension, ids.length < most ? null : ids.at(-1)])
  return ids
}
