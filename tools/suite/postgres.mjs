import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from './progress.mjs'

const require = createRequire(import.meta.url)

/** `max_connections` of the embedded server (`tools/embedded`). */
const CONNECTIONS = 200

async function connect(url) {
  const { Client } = require('pg')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  await client.connect()
  return client
}

/** The number of connections that a server offers; without a URL, that of the server that a run starts. */
export async function connectionsOf(url) {
  if (!url) return CONNECTIONS
  const client = await connect(url)
  const { rows } = await client.query('show max_connections')
  await client.end()
  return Number(rows[0].max_connections)
}

async function dropDatabases(url, run) {
  const client = await connect(url)
  const { rows } = await client.query('select datname from pg_database where datname like $1', [
    `nameyard\\_${run}\\_%`,
  ])
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  await client.end()
}

/**
 * Returns a server for the databases of this run as `{ url, close }`: the one at TEST_DATABASE_URL, or its own server
 * in a temporary folder. Other servers on this machine are not used: they wait for the disk at every commit and have
 * fewer connections.
 */
export async function openPostgres(run, environment) {
  const given = environment.TEST_DATABASE_URL
  if (given) {
    say(`PostgreSQL at ${new URL(given).host}, databases nameyard_${run}_*`)
    return { url: given, close: () => dropDatabases(given, run) }
  }
  const { startPostgres } = require('../embedded/dist/postgres/postgres.js')
  const folder = mkdtempSync(join(tmpdir(), `nameyard-${run}-postgres-`))
  const server = await startPostgres({ dataFolder: folder, durable: false })
  say(`PostgreSQL of this run at ${new URL(server.url).host}`)
  return {
    url: server.url,
    close: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
