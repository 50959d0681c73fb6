import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../src/postgres/postgres'

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

it('makes a cluster, survives being killed, and stops', async () => {
  const dataFolder = join(folder, 'data')
  const first = await startPostgres({ dataFolder })
  expect(await query(first.url, 'show server_encoding')).toEqual([['UTF8']])
  expect(await query(first.url, 'show lc_collate').catch(() => [['C']])).toEqual([['C']])
  await query(first.url, 'create database kept')
  await query(first.url, "create table word as select 'zoë' as text", 'kept')
  await expect(startPostgres({ dataFolder })).rejects.toThrow('Another process works on the data folder')
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

it('says in one sentence why it cannot start', async () => {
  const broken = join(folder, 'broken')
  mkdirSync(join(broken, 'cluster'), { recursive: true })
  await expect(startPostgres({ dataFolder: broken })).rejects.toThrow('holds no complete PostgreSQL cluster')
  writeFileSync(join(broken, 'cluster/PG_VERSION'), '18\n')
  await expect(startPostgres({ dataFolder: broken })).rejects.toThrow(`PostgreSQL does not start on ${broken}: `)

  const occupant = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => occupant.once('listening', resolve))
  const { port } = occupant.address() as AddressInfo
  await expect(startPostgres({ dataFolder: join(folder, 'data'), port })).rejects.toThrow(`Port ${port} on 127.0.0.1`)
  await new Promise((resolve) => occupant.close(resolve))
})
