/**
 * `node tools/bench/smoke.mjs ['name'...]`: runs every measurement briefly on a few rows, to notice when one stops
 * working. It checks no figure. All use one build and one PostgreSQL; as many run at once as the machine has cores. Exits
 * with 1 and prints the output when one fails or takes longer than LIMIT_MS.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { openPostgres } from '../suite/postgres.mjs'
import { build } from './processes.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

/** A measurement that takes longer hangs: on two cores with ten times as much to do, most took less than two minutes. */
const LIMIT_MS = 600_000

/** Rounds, seconds and rows of the parts of `bench.mjs`. */
const SHORT = ['--rounds', '1', '--seconds', '0.3', '--warm', '0.1', '--rows', '1000']

/** The smallest sizes of each measurement, the longest first, so that two cores finish together. */
const smallest = {
  'bench order': SHORT,
  'bench start': SHORT,
  'bench soak': SHORT,
  'bench write': SHORT,
  capacity: ['--objects', '5'],
  'bench dns': SHORT,
  'bench read': SHORT,
  'bench lists': SHORT,
  'bench growth': SHORT,
  'bench latency': SHORT,
  'bench traces': SHORT,
  ledger: ['--rounds', '1', '--seconds', '0.2', '--inflight', '4', '--entries', '1000', '--reads', '10'],
  events: ['--rounds', '1', '--events', '200', '--objects', '10'],
  webhooks: ['--rounds', '1', '--seconds', '2'],
  creates: ['--rounds', '1', '--orders', '10', '--sessions', '2', '--warm', '5', '--single', '2'],
  idle: ['--accounts', '3', '--workers', '1', '--seconds', '1', '--warm', '0'],
  'dns-publish': ['--changes', '2', '--warm', '1'],
}

/** Programs say in their first line how to start them; the other files are modules. */
const programs = readdirSync(here)
  .filter(
    (file) => file.endsWith('.mjs') && readFileSync(here + file, 'utf8').startsWith(`/**\n * \`node tools/bench/`),
  )
  .map((file) => file.slice(0, -4))
const parts = readdirSync(`${here}parts`).map((file) => `bench ${file.slice(0, -4)}`)
const unlisted = [...programs, ...parts].filter((name) => !(name in smallest) && name !== 'smoke')
if (unlisted.length > 0) throw new Error(`Add ${unlisted.join(', ')} to \`smallest\` in tools/bench/smoke.mjs.`)

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in smallest))
if (unknown.length > 0) throw new Error(`There is no measurement ${unknown.join(', ')}.`)

await build()
const server = await openPostgres(randomBytes(4).toString('hex'), process.env)

const environment = { ...process.env, DATABASE_URL: server.url, BENCH_IS_BUILT: 'true' }
// Each starts its own broker, so that none receives messages of another.
delete environment.AMQP_URL

/** Runs one measurement and its processes in a process group. */
function run(name) {
  return new Promise((resolve) => {
    const [program, ...part] = name.split(' ')
    const child = spawn(process.execPath, [`${here}${program}.mjs`, ...part, ...smallest[name]], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let said = ''
    const end = () => process.kill(-child.pid, 'SIGKILL')
    const limit = setTimeout(() => {
      said += `killed after ${LIMIT_MS / 1000} s\n`
      end()
    }, LIMIT_MS)
    ends.add(end)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    child.once('close', (code) => {
      clearTimeout(limit)
      ends.delete(end)
      resolve({ code, said })
    })
  })
}

/** Functions that end the running measurements. */
const ends = new Set()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const end of ends) end()
    process.exit(1)
  })
}

const waiting = asked.length > 0 ? asked : Object.keys(smallest)
async function runWaiting() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const began = performance.now()
    const { code, said } = await run(name)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    if (code === 0) continue
    process.exitCode = 1
    console.log(said)
  }
}

try {
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, runWaiting))
} finally {
  await server.close()
}
