import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** The rules that the timers of an extension's domains are set by. */
export interface ExtensionTiming {
  extension: string
  /** The rules as one text, for comparison. */
  timing: string
  /** Id of the last domain whose timers were set by these rules; null when all are set. */
  redoneTo: number | null
}

export const timings = statement<void, ExtensionTiming>(
  'domains.timings',
  () => sql`select extension, timing, redone_to as "redoneTo" from extension_timing`,
)

type Timing = Pick<ExtensionTiming, 'extension' | 'timing'>

const begin = statement<Timing>(
  'domains.begin-timing',
  ({ extension, timing }) => sql`
    insert into extension_timing (extension, timing, redone_to) values (${extension}, ${timing}, 0)
    on conflict (extension) do update set timing = excluded.timing, redone_to = 0
      where extension_timing.timing <> excluded.timing`,
)

/** Locks the row: replicas that work on the same extension take turns, each from where the last one stopped. */
const progress = statement<Timing, Pick<ExtensionTiming, 'redoneTo'>>(
  'domains.timing-progress',
  ({ extension, timing }) => sql`
    select redone_to as "redoneTo" from extension_timing
    where extension = ${extension} and timing = ${timing} for update`,
)

const saveProgress = statement<Pick<ExtensionTiming, 'extension' | 'redoneTo'>>(
  'domains.save-timing-progress',
  ({ extension, redoneTo }) => sql`
    update extension_timing set redone_to = ${redoneTo} where extension = ${extension}`,
)

interface Batch {
  readonly extension: string
  readonly after: number
  readonly limit: number
}

const batch = statement<Batch, { readonly id: number }>(
  'domains.timing-batch',
  ({ extension, after, limit }) => sql`
    select id from domain
    where extension = ${extension} and id > ${after} and deleted_at is null and expires_at is not null
    order by id limit ${limit}`,
)

/** Starts to set the timers of an extension by other rules, unless that has started already. */
export async function startRetiming(tx: Tx, extension: string, timing: string): Promise<void> {
  await tx.query(begin, { extension, timing })
}

/** The next domains of an extension to set again; undefined when all are set, or other rules apply now. */
export async function nextToRetime(
  tx: Tx,
  extension: string,
  timing: string,
  most: number,
): Promise<readonly number[] | undefined> {
  const [row] = await tx.query(progress, { extension, timing })
  const after = row?.redoneTo ?? null
  if (after === null) return undefined
  const rows = await tx.query(batch, { extension, after, limit: most })
  const ids = rows.map(({ id }) => id)
  await tx.query(saveProgress, { extension, redoneTo: ids.length < most ? null : ids.at(-1)! })
  return ids
}
