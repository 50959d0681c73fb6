import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '@nameyard/embedded/postgres/postgres'
import { root } from './run'

/**
 * A database server that archives its write-ahead log, as docs/operate/back-up.md advises. It can be restored to an instant
 * (PostgreSQL manual, 26.3).
 */
export interface ArchivedDatabase {
  readonly url: string
  /** Copies the files of the running server: the base of every later restore. */
  backUp(): Promise<void>
  /** The time of the server: text that PostgreSQL reads. */
  instant(): Promise<string>
  /** Archives the log up to now, and ends the server as `kill -9` does. Its data are not used any more. */
  lose(): Promise<void>
  /** A new server with the base backup and the archived log up to an instant. */
  restoredTo(instant: string): Promise<{ readonly url: string }>
  close(): Promise<void>
}

/** Starts a server with one empty database. */
export async function archivedDatabase(): Promise<ArchivedDatabase> {
  // Removed by `close`: the folders of `temporaryFolder` are removed before the platform of a test has stopped.
  const [dataFolder, base] = [
    mkdtempSync(join(tmpdir(), 'nameyard-live-')),
    mkdtempSync(join(tmpdir(), 'nameyard-base-')),
  ]
  const archive = join(dataFolder, 'archive')
  mkdirSync(archive)
  const servers: Postgres[] = []
  const start = async (folder: string) => {
    const server = await startPostgres({ dataFolder: folder, durable: false })
    servers.push(server)
    return server
  }
  // The first start makes the cluster; archiving needs a restart.
  await (await startPostgres({ dataFolder, durable: false })).stop()
  set(dataFolder, settingsOfGuide('Archive the log', archive))
  const live = await start(dataFolder)
  await asked(live.url, 'create database nameyard')
  return {
    url: databaseOf(live),
    async backUp() {
      const client = new Client({ connectionString: live.url })
      await client.connect()
      await client.query(`select pg_backup_start('nameyard', true)`)
      copyCluster(dataFolder, base)
      const { rows } = await client.query('select labelfile from pg_backup_stop()')
      await client.end()
      writeFileSync(join(base, 'cluster', 'backup_label'), rows[0].labelfile)
    },
    instant: async () => (await asked(live.url, 'select clock_timestamp()::text as answer'))!,
    async lose() {
      // The segment is archived when it is complete; the server waits for its archiver when it stops.
      await asked(live.url, 'select pg_switch_wal()')
      await archived(live.url)
      process.kill(live.pid, 'SIGKILL')
      await live.stop()
      servers.splice(servers.indexOf(live), 1)
    },
    async restoredTo(instant) {
      const settings = settingsOfGuide('Restore to an instant', archive)
      set(base, `${settings}\narchive_mode = off\nrecovery_target_time = '${instant}'\n`)
      writeFileSync(join(base, 'cluster', 'recovery.signal'), '')
      return { url: databaseOf(await start(base)) }
    },
    async close() {
      for (const server of servers) await server.stop()
      for (const folder of [dataFolder, base]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function databaseOf(server: Postgres): string {
  const url = new URL(server.url)
  url.pathname = '/nameyard'
  return url.toString()
}

/** The settings of PostgreSQL in a chapter of the guide, with another folder for the archive. */
function settingsOfGuide(chapter: string, archive: string): string {
  const guide = readFileSync(join(root, 'docs/operate/back-up.md'), 'utf8')
  const [, settings] = new RegExp(`^## ${chapter}$[^]*?\`\`\`ini\\n([^]*?)\`\`\``, 'm').exec(guide)!
  return settings!.replaceAll('/archive/', `${archive}/`)
}

/** Adds settings; the last line of a setting counts. */
function set(dataFolder: string, settings: string): void {
  appendFileSync(join(dataFolder, 'cluster', 'postgresql.conf'), `\n${settings}`)
}

async function asked(url: string, statement: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows[0]?.answer
}

/** Waits until every complete segment of the log is in the archive. */
async function archived(url: string): Promise<void> {
  const open = `select exists (select from pg_ls_archive_statusdir() where name like '%.ready') as answer`
  while (await asked(url, open)) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** What a backup leaves out: the log, which is archived, and what belongs to the running process. */
const left = new Set(['pg_wal', 'pg_replslot', 'postmaster.pid', 'postmaster.opts'])

/** Copies the files of a running server. A file that it removes meanwhile is in the log. */
function copyCluster(from: string, to: string): void {
  copyFileSync(join(from, 'password'), join(to, 'password'))
  copyFolder(join(from, 'cluster'), join(to, 'cluster'), left)
  for (const empty of ['pg_wal', 'pg_replslot']) mkdirSync(join(to, 'cluster', empty))
}

function copyFolder(from: string, to: string, without: ReadonlySet<string> = new Set()): void {
  mkdirSync(to, { mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (without.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target)
    else if (entry.isFile()) copyIfThere(source, target)
  }
}

function copyIfThere(source: string, target: string): void {
  try {
    copyFileSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
