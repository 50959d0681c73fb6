import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPgbench, pgbench } from '../pgbench.mjs'
import { backendsOf, freePort, startChild } from '../processes.mjs'
import { pgbenchScript } from '../recorded.mjs'
import { recordRequest } from '../recording.mjs'
import { cpuOf, inTurn, loadOf, pointsOf, valuesOf } from '../rounds.mjs'
import { startServices } from '../services.mjs'

export const title = 'Writes'

const LEVELS = [1, 8, 32]
const TARGETS = { 32: [{ against: 'pgbench', atLeast: 0.7 }] }
const BUSY = 32

const creation = {
  method: 'POST',
  path: '/v1/customers',
  headers: { 'idempotency-key': '@uuid@' },
  body: JSON.stringify({
    name: { first_name: 'Ada', last_name: 'Lovelace', initials: 'A.' },
    company_name: 'Analytical Engines',
    address: { street: 'Dorset Street', number: '1', zipcode: 'W1U 4EG', city: 'London', country: 'GB' },
    phone: { country_code: '+44', area_code: '20', subscriber_number: '79460000' },
    email: 'ada@example.org',
  }),
}

/** A customer is created: validation, idempotency, audit trail and outbox. */
export async function measure(context) {
  const { rounds, seconds, warm, onClose } = context
  const recorded = await recordRequest(context, 'customers', create)
  // The audit trail may store the record before the caller has the answer: work for many requests at once.
  const statements = recorded.statements.slice(0, 1 + recorded.statements.findLastIndex(isAnswer))
  const script = pgbenchScript(statements, recorded.types)
  const folder = mkdtempSync(join(tmpdir(), 'bench-write-'))
  onClose(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'statements.json'), JSON.stringify(statements))

  const { databaseUrl, port, token, processes } = await startServices(context, { customers: {} })
  const barePort = await freePort()
  const bare = startChild('bare.mjs', {
    DATABASE_URL: databaseUrl,
    PORT: String(barePort),
    STATEMENTS: join(folder, 'statements.json'),
  })
  onClose(() => bare.stop())
  await bare.says('ready')
  const command = await findPgbench()
  const load = loadOf(onClose)
  const writers = {
    platform: async (connections, forSeconds) =>
      load(await processes(), { port, token, connections, seconds: forSeconds, requests: [creation] }),
    bare: async (connections, forSeconds) => {
      const own = { bare: [bare.pid], PostgreSQL: await backendsOf(databaseUrl) }
      return load(own, { port: barePort, connections, seconds: forSeconds, requests: [creation] })
    },
    ...(command && {
      pgbench: (clients, forSeconds) =>
        pgbench(command, { databaseUrl, searchPath: 'customers', script, clients, seconds: forSeconds }),
    }),
  }
  const contenders = Object.keys(writers)
  for (const contender of contenders) await writers[contender](BUSY, warm)
  const byLevel = {}
  for (const level of LEVELS) {
    byLevel[level] = await inTurn(rounds, contenders, (contender) => writers[contender](level, seconds))
  }

  const rate = ({ rate: perSecond }) => perSecond
  const cpu = (contender) => cpuOf(byLevel[BUSY][contender])
  return {
    figures: LEVELS.map((level) => ({
      name: `customer created, ${level} ${level === 1 ? 'connection' : 'connections'}`,
      unit: 'writes/s',
      samples: valuesOf(byLevel[level], rate),
      targets: TARGETS[level],
    })),
    series: [
      {
        name: 'throughput',
        title: 'Customers created per second, by connections',
        x: { label: 'connections', isLogarithmic: true },
        y: { label: 'writes per second' },
        lines: contenders.map((name) => ({
          name,
          points: pointsOf(LEVELS, (level) => byLevel[level][name].map(rate)),
        })),
      },
      {
        name: 'cpu',
        title: `CPU time of a write, by process, ${BUSY} connections`,
        y: { label: 'microseconds per write' },
        bars: ['platform', 'bare'].map((name) => ({ name, parts: cpu(name) })),
      },
    ],
    notes: [
      `\`pgbench\` repeats the ${statements.length} statements that the service sends for one request until its answer, recorded at the start of the run, with one connection for each client. It is the limit: no HTTP, no broker, no validation.`,
      '`bare`: one process with Fastify and `pg` that sends the same statements over a pool of 8 connections.',
      restOf(cpu('platform')),
    ],
  }
}

/** Whether a statement stores the answer for repetitions of the request. */
const isAnswer = ({ text }) => text.includes('set answer')

async function create({ base, token }) {
  const { method, path, headers, body } = creation
  const fields = { ...headers, 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(base + path, { method, body, headers: { ...fields, 'idempotency-key': randomUUID() } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Where the CPU time of a write goes. */
function restOf(cpu) {
  const sum = Object.values(cpu).reduce((all, each) => all + each, 0)
  const shares = Object.entries(cpu)
    .sort(([, a], [, b]) => b - a)
    .map(([name, each]) => `${name} ${Math.round((each / sum) * 100)} %`)
  return `Where the rest goes: the CPU time of a write is ${shares.join(', ')}. Besides the statements of the request, PostgreSQL carries out those that publish its events and store its audit record afterwards, for many requests at once.`
}
