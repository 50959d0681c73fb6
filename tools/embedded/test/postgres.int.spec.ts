import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../src/postgres/postgres'
import { compileInto } from './compiled'

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'pg-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function query(url: string, text: string, database = 'postgres'): Promise<unknown[]> {
  const client = new Client({ connectionString: url.replace(/\/postgres$/, `/${database}`) })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

it('creates a cluster, recovers after a kill, and stops', async () => {
  const dataFolder = join(folder, 'data')
  const first = await startPostgres({ dataFolder })
  expect(await query(first.url, 'show server_encoding')).toEqual([['UTF8']])
  expect(await query(first.url, "select datcollate from pg_database where datname = 'postgres'")).toEqual([['C']])
  await query(first.url, 'create database kept')
  await query(first.url, "create table word as select 'zoë' as text", 'kept')
  await expect(startPostgres({ dataFolder })).rejects.toThrow('Another process uses the data folder')
  await expect(query(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')

  process.kill(first.pid, 'SIGKILL')
  await first.exited
  await first.stop()
  const second = await startPostgres({ dataFolder, durable: false })
  expect(await query(second.url, 'select text from word', 'kept')).toEqual([['zoë']])
  expect(await query(second.url, 'show fsync')).toEqual([['off']])
  await second.stop()
  await expect(query(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

it('ends a busy session of a killed server', async () => {
  const dataFolder = join(folder, 'computing')
  const first = await startPostgres({ dataFolder })
  const session = new Client({ connectionString: first.url })
  session.on('error', () => undefined)
  await session.connect()
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  session.query('do $$ begin loop end loop; end $$').catch(() => undefined)
  process.kill(first.pid, 'SIGKILL')
  await first.stop()
  const second = await startPostgres({ dataFolder })
  // A zombie process still has an entry in /proc, but no executable.
  expect(() => readlinkSync(`/proc/${rows[0]!.pid}/exe`)).toThrow('ENOENT')
  await second.stop()
})

/** Starts a server from another process and kills that process, so that the server keeps running. */
async function abandon(dataFolder: string, path: string): Promise<Postgres> {
  const compiled = compileInto(join(folder, 'compiled'))
  const script = `require(${JSON.stringify(join(compiled, 'postgres/postgres.js'))})
    .startPostgres({ dataFolder: ${JSON.stringify(dataFolder)}, durable: false })
    .then((postgres) => console.log(JSON.stringify(postgres)), (error) => console.log(JSON.stringify({ error: error.message })))
    .then(() => setInterval(() => undefined, 1000))`
  const child = spawn(process.execPath, ['-e', script], {
    env: { PATH: path, NODE_PATH: resolve(__dirname, '../../../node_modules') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return JSON.parse(line) as Postgres
}

it.each([
  ['with namespaces', process.env['PATH']!],
  // Without the program for it, root cannot create a namespace, so the server runs as the user nobody.
  ['without namespaces', '/nowhere'],
])('stops the server %s that a killed process left running', async (_how, path) => {
  chmodSync(folder, 0o755)
  const dataFolder = join(mkdtempSync(join(folder, 'left-')), 'data')
  chmodSync(join(dataFolder, '..'), 0o755)
  const left = await abandon(dataFolder, path)
  await query(left.url, 'create database kept')
  const next = await startPostgres({ dataFolder, durable: false })
  expect(next.pid).not.toBe(left.pid)
  await expect(query(left.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  expect(await query(next.url, "select datname from pg_database where datname = 'kept'")).toEqual([['kept']])
  await next.stop()
})

it('reports in one sentence why it cannot start', async () => {
  const broken = join(folder, 'broken')
  mkdirSync(join(broken, 'cluster'), { recursive: true })
  await expect(startPostgres({ dataFolder: broken })).rejects.toThrow('contains no complete PostgreSQL cluster')
  writeFileSync(join(broken, 'cluster/PG_VERSION'), '18\n')
  await expect(startPostgres({ dataFolder: broken })).rejects.toThrow(`PostgreSQL does not start on ${broken}: `)

  const occupant = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => occupant.once('listening', resolve))
  const { port } = occupant.address() as AddressInfo
  await expect(startPostgres({ dataFolder: join(folder, 'data'), port })).rejects.toThrow(`Port ${port} on 127.0.0.1`)
  await new Promise((resolve) => occupant.close(resolve))
})
