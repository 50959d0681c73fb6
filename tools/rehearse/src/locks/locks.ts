import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { breakableDatabase } from '@nameyard/e2e/breakable-database'
import { applications } from '@nameyard/embedded/platform/applications'
import { migrate } from '@nameyard/persistence/migrate'
import { schemaOf } from '@nameyard/persistence/schema-name'
import type { Verdict } from '../judge/judge'
import { bigTables } from './big-tables'
import { fill } from './fill'
import { LockWatch } from './lock-watch'

/** The longest time for which a migration may lock a big table; milliseconds. */
const MOST_MS = 1_000

/** Locks that are shorter are not printed. */
const SHOWN_MS = 100

const BASELINE = '0001_baseline.sql'

interface Measured {
  readonly migration: string
  readonly table: string
  readonly mode: string
  readonly ms: number
}

/** Fills the big tables of the baselines with rows, runs all migrations since, and measures their locks. */
export async function measureLocks(
  rows: number,
  folder: string,
  say: (line: string) => void,
): Promise<readonly Verdict[]> {
  const database = await breakableDatabase(join(folder, 'postgres'))
  const measured: Measured[] = []
  let migrations = 0
  try {
    const services = new Set(bigTables.map(({ service }) => service))
    for (const { name, migrations: folders } of applications.filter(({ name }) => services.has(name))) {
      const copies = folders.map((from) => ({ from, to: join(folder, name, basename(join(from, '..'))) }))
      for (const { to } of copies) mkdirSync(to, { recursive: true })
      const files = copies.flatMap((copy) =>
        readdirSync(copy.from)
          .filter((file) => file.endsWith('.sql'))
          .toSorted()
          .map((file) => ({ ...copy, file })),
      )
      const add = ({ from, to, file }: (typeof files)[number]) => {
        for (const each of [file, file.replace(/\.sql$/, '.replaces')])
          if (existsSync(join(from, each))) copyFileSync(join(from, each), join(to, each))
      }
      const run = () => migrate(database.url, { service: name, folders: copies.map(({ to }) => to) })
      for (const file of files.filter(({ file }) => file.endsWith(BASELINE))) add(file)
      await run()
      const sql = new Client({ connectionString: database.url })
      await sql.connect()
      const own = bigTables.filter(({ service }) => service === name)
      for (const table of own) await fill(sql, schemaOf(name).schema, table, rows)
      await sql.end()
      say(`${name}: ${own.map(({ table }) => table).join(', ')} have ${rows} rows`)

      const watch = await LockWatch.on(database.url)
      for (const file of files.filter(({ file }) => !file.endsWith(BASELINE))) {
        add(file)
        const begun = performance.now()
        await run()
        migrations++
        const took = Math.round(performance.now() - begun)
        const locks = watch.taken().map((lock) => ({ migration: `${name}/${file.file}`, ...lock }))
        measured.push(...locks)
        for (const { migration, table, mode, ms } of locks.filter(({ ms }) => ms >= SHOWN_MS))
          say(`${migration} took ${took} ms, and held ${mode} on ${table} for ${ms} ms`)
      }
      await watch.close()
    }
    return [judgeLocks(migrations, measured)]
  } finally {
    await database.close()
  }
}

/** No migration holds a lock for long that others wait for. */
export const judgeLocks = (migrations: number, measured: readonly Measured[]): Verdict => ({
  rule: `no migration locks a table for more than ${MOST_MS} ms`,
  count: migrations,
  broken: [
    ...(measured.length === 0 ? ['no lock was seen'] : []),
    ...measured
      .filter(({ ms }) => ms > MOST_MS)
      .map(({ migration, table, mode, ms }) => `${migration}: ${mode} on ${table} for ${ms} ms`),
  ],
})
