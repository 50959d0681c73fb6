/** Records the statements that a service sends for one request. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { statementsOf } from './recorded.mjs'
import { startServices } from './services.mjs'

const require = createRequire(import.meta.url)

/** The work that follows a request, such as publishing its events, ends at most this much later. */
const SETTLE_MS = 500

/** Equal requests that are compared; the first ones fill caches and are not. */
const REQUESTS = { first: 2, compared: 2 }

/**
 * Runs a service with a gateway, sends a request several times by `send(services)`, and returns the statements of one
 * request until its answer, with the types of their parameters.
 */
export async function recordRequest(context, service, send) {
  const closers = []
  const own = { ...context, onClose: (close) => closers.unshift(close) }
  const folder = mkdtempSync(join(tmpdir(), 'bench-recorded-'))
  const file = join(folder, 'statements')
  writeFileSync(file, '')
  const preload = fileURLToPath(new URL('record-statements.cjs', import.meta.url))
  try {
    const services = await startServices(own, {
      [service]: { NODE_OPTIONS: `--require ${preload}`, RECORDED: file },
    })
    const requests = []
    for (let n = 0; n < REQUESTS.first + REQUESTS.compared; n++) {
      writeFileSync(file, '')
      await send(services)
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      requests.push(lines.map((line) => JSON.parse(line)))
      await pause(SETTLE_MS)
    }
    const statements = statementsOf(requests.slice(REQUESTS.first))
    return { statements, types: await parameterTypes(services.databaseUrl, service, statements) }
  } finally {
    for (const close of closers) await close()
    rmSync(folder, { recursive: true })
  }
}

/** The types that PostgreSQL infers for the parameters of statements. */
async function parameterTypes(databaseUrl, schema, statements) {
  const { Client } = require('pg')
  const client = new Client({ connectionString: databaseUrl, options: `-c search_path=${schema}` })
  await client.connect()
  const types = []
  for (const [index, { text, values }] of statements.entries()) {
    if (values.length > 0) await client.query(`prepare s${index} as ${text}`)
    const { rows } = await client.query(
      'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
      [`s${index}`],
    )
    types.push(rows[0]?.types ?? [])
  }
  await client.end()
  return types
}
