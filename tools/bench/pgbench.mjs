/** pgbench, the load generator of PostgreSQL (Debian: postgresql-contrib). */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isInstalled } from './processes.mjs'

const run = promisify(execFile)

/** Debian's folder of the programs of each version, of which not all are in the path. */
const VERSIONS = '/usr/lib/postgresql'

/** The command, or undefined when it is not installed. */
export async function findPgbench() {
  const versions = await Promise.resolve()
    .then(() => readdirSync(VERSIONS))
    .catch(() => [])
  for (const command of ['pgbench', ...versions.map((version) => `${VERSIONS}/${version}/bin/pgbench`)])
    if (await isInstalled(command, '--version')) return command
  return undefined
}

/**
 * Repeats a script by clients that send the next transaction after each other, with prepared statements. Returns
 * transactions per second and the mean milliseconds of one.
 */
export async function pgbench(command, { databaseUrl, searchPath, script, clients, seconds }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const threads = Math.min(clients, availableParallelism())
    const sizes = ['-c', clients, '-j', threads, '-T', Math.max(1, Math.round(seconds))].map(String)
    const { stdout } = await run(command, ['-n', '-M', 'prepared', ...sizes, '-f', file, databaseUrl], {
      env: { ...process.env, PGOPTIONS: `-c search_path=${searchPath}` },
    })
    const number = (text) => Number(text.exec(stdout)?.[1])
    if (number(/number of failed transactions: (\d+)/) > 0) throw new Error(stdout)
    return { rate: number(/tps = ([\d.]+)/), ms: number(/latency average = ([\d.]+) ms/) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
