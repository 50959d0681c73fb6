/**
 * `node tools/bench/smoke.mjs`: runs every measurement for about a second on a few rows, so that none stops working
 * without being noticed. It looks at no figure. Ends with 1 when one of them fails, and prints what it said.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openPostgres } from '../suite/postgres.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

/** The smallest sizes that each measurement can do something with. */
const smallest = {
  bench: ['--rounds', '1', '--seconds', '0.5', '--connections', '4', '--customers', '50'],
  creates: ['--rounds', '1', '--orders', '20', '--sessions', '2', '--warm', '20', '--single', '5'],
  'customers-list': ['--customers', '1000', '--runs', '1'],
  dns: ['--rounds', '1', '--seconds', '0.3', '--large', '200', '--replaced', '50'],
  'dns-publish': ['--changes', '3', '--warm', '2'],
  'domains-list': ['--domains', '1000', '--runs', '1'],
  ledger: ['--rounds', '1', '--seconds', '0.5', '--inflight', '4', '--entries', '1000'],
  'order-latency': ['--orders', '5', '--warm', '5'],
  'zones-list': ['--zones', '1000', '--runs', '1'],
}

/** Parts of measurements, which do nothing by themselves. */
const parts = new Set([
  'bare',
  'customers-data',
  'data',
  'domains-data',
  'load',
  'processes',
  'servers',
  'smoke',
  'table',
])

/** Each starts the embedded broker. */
const environment = { ...process.env }
delete environment.AMQP_URL

function run(name, url) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [`${here}${name}.mjs`, ...smallest[name]], {
      env: { ...environment, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    child.once('close', (code) => resolve({ code, said }))
  })
}

const named = readdirSync(here)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -4))
const unknown = named.filter((name) => !(name in smallest) && !parts.has(name))
if (unknown.length > 0) throw new Error(`tools/bench/smoke.mjs does not know ${unknown.join(', ')}`)

const server = await openPostgres(randomBytes(4).toString('hex'), process.env)
try {
  for (const name of process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(smallest)) {
    const began = performance.now()
    const { code, said } = await run(name, server.url)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    if (code === 0) continue
    process.exitCode = 1
    console.log(said)
  }
} finally {
  await server.close()
}
