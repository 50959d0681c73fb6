import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** What is known of one kind of backup, and what is wrong with it. */
export interface BackupState {
  readonly what: 'archived log' | 'base backup'
  readonly state: string
  /** Seconds since the last success; undefined if none is known. */
  readonly ageSeconds?: number
  readonly problem?: string
}

/** Seconds without an archived file after which the archive counts as stopped: services write every second. */
const MOST_ARCHIVE = 3_600

/** Seconds: base backups are made each night, and one takes hours. */
const MOST_BASE = 36 * 3_600

/** The file that pg_basebackup writes last, when a backup is complete. */
const MANIFEST = 'backup_manifest'

const age = (seconds: number): string => {
  if (seconds < 120) return `${Math.round(seconds)} s ago`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min ago`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h ago` : `${Math.round(seconds / 86_400)} days ago`
}

interface Archiver {
  readonly mode: string
  /** Seconds since the last archived file, and since the last failure; null if there is none. */
  readonly archived: number | null
  readonly failed: number | null
  readonly failures: number
  /** Seconds since the server counts. */
  readonly counted: number
}

/** Asks the database when it last archived a part of its log. */
export async function archiveOf(databaseUrl: string): Promise<BackupState> {
  const what = 'archived log'
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Archiver>(
      `select current_setting('archive_mode') as mode, failed_count::int as failures,
         extract(epoch from now() - last_archived_time)::float8 as archived,
         extract(epoch from now() - last_failed_time)::float8 as failed,
         extract(epoch from now() - greatest(stats_reset, pg_postmaster_start_time()))::float8 as counted
       from pg_stat_archiver`,
    )
    return { what, ...judged(rows[0]!) }
  } catch (error) {
    return { what, state: 'not known', problem: `DATABASE_URL cannot be reached: ${(error as Error).message}` }
  } finally {
    await client.end()
  }
}

function judged({ mode, archived, failed, failures, counted }: Archiver): Omit<BackupState, 'what'> {
  if (mode === 'off') return { state: 'none known: archive_mode is off' }
  const known = archived === null ? { state: 'none yet' } : { state: age(archived), ageSeconds: archived }
  const last = archived === null ? 'nothing was archived yet' : `the last file was archived ${age(archived)}`
  if (failed !== null && (archived === null || failed < archived))
    return { ...known, problem: `archive_command has failed ${failures} times, last ${age(failed)}; ${last}` }
  return (archived ?? counted) > MOST_ARCHIVE ? { ...known, problem: last } : known
}

/** Looks for complete base backups below a folder. `nowMs` is the machine's time in Unix milliseconds. */
export function baseBackupIn(folder: string, nowMs: number): BackupState {
  const what = 'base backup'
  if (!existsSync(folder)) return { what, state: 'not known', problem: `the folder ${folder} does not exist` }
  const complete = readdirSync(folder)
    .map((name) => join(folder, name, MANIFEST))
    .filter((file) => existsSync(file))
  if (complete.length === 0) return { what, state: 'none', problem: `${folder} has no complete backup` }
  const ageSeconds = (nowMs - Math.max(...complete.map((file) => statSync(file).mtimeMs))) / 1000
  const problem = `the last complete backup in ${folder} was made ${age(ageSeconds)}`
  return { what, state: age(ageSeconds), ageSeconds, ...(ageSeconds > MOST_BASE && { problem }) }
}
