import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { eventually } from './eventually'
import { freePort } from './free-port'

/**
 * Whether PgBouncer is installed. Where it is not, a line on standard error says that nothing is tested.
 * `REQUIRE_PGBOUNCER` makes that an error.
 */
export function hasPgbouncer(): boolean {
  if (!spawnSync('pgbouncer', ['--version']).error) return true
  if (process.env.REQUIRE_PGBOUNCER) throw new Error('pgbouncer is missing: install the Debian package pgbouncer')
  process.stderr.write('SKIPPED: no pgbouncer here (Debian package pgbouncer); poolers are not detected with it\n')
  return false
}

/** Starts a PgBouncer in front of a database, on loopback, for this test alone. It has room for a few sessions. */
export async function startPgbouncer(
  databaseUrl: string,
  { poolMode, settings = {} }: { poolMode: string; settings?: Readonly<Record<string, string>> },
) {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const port = await freePort()
  const to = new URL(databaseUrl)
  const password = to.password === '' ? '' : ` password=${decodeURIComponent(to.password)}`
  const lines = [
    '[databases]',
    `* = host=${to.hostname} port=${to.port} user=${decodeURIComponent(to.username)}${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'default_pool_size = 5',
    `pool_mode = ${poolMode}`,
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, lines.join('\n'))
  // It refuses to run as root, and then must read the file as another user.
  for (const path of [folder, file]) chmodSync(path, 0o755)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const server = spawn('pgbouncer', [...user, file], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  await eventually(async () => {
    const client = new Client({ connectionString: url.href })
    await client.connect()
    await client.end()
    return true
  }, 'PgBouncer is ready')
  return {
    url: url.href,
    async stop() {
      // SIGTERM waits for clients, from 1.23 on.
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
