/**
 * `node tools/bench/webhooks.mjs`: how much later events reach the other webhooks when one of 100 is dead and one is slow.
 *
 *   all work         100 webhooks of five accounts answer at once
 *   1 dead, 1 slow   one refuses connections, and one answers after 10 seconds; the other 98 are measured
 *
 * The time of an event is that from its publication to its request. Both cases are measured in turn, in the same
 * processes. Services, broker, PostgreSQL and receivers share the machine. Aim: the median of the 99th percentiles rises
 * by less than 1 %; compare it with how much the rounds of one case differ.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * AMQP_URL          the broker; default: an embedded one
 * --rounds 5 --seconds 20 --rate 2   events a second of each account
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { eventsOf, publisherOf } from './account-events.mjs'
import { build, freePort } from './processes.mjs'
import { printTable } from './report/tables.mjs'
import { startServices } from './services.mjs'

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '2' },
  },
})
const [rounds, seconds, rate] = ['rounds', 'seconds', 'rate'].map((key) => Number(given[key]))
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM = 0.01
const ACCOUNTS = 5
const EACH = 20
/** Milliseconds after which the slow receiver answers. */
const SLOW_MS = 10_000
/** Milliseconds for the last requests of a round. */
const LAST_MS = 60_000
/** Characters of a state, as many as a domain has. */
const STATE = 1_500

const closers = []
const onClose = (close) => closers.unshift(close)

/** When events were published, and how long each took to the receivers that are measured. */
const published = new Map()
let times = []
let isSlow = false

/** Starts the receivers: each path is one. `/broken` is measured in no case. */
async function receivers() {
  const receiver = createServer((request, response) => {
    const at = performance.now()
    request.resume().on('end', () => {
      const begun = published.get(request.headers['webhook-id'])
      if (request.url !== '/broken' && begun !== undefined) times.push(at - begun)
      setTimeout(() => response.writeHead(200).end(), request.url === '/broken' && isSlow ? SLOW_MS : 0)
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onClose(() => receiver.closeAllConnections())
  onClose(() => receiver.close())
  return `http://127.0.0.1:${receiver.address().port}`
}

async function main() {
  await build()
  const to = await receivers()
  const events = { EGRESS_ALLOW: '127.0.0.1', WEBHOOK_SECRET: 'w'.repeat(32) }
  const services = await startServices({ server, onClose }, { customers: {}, events })
  const accounts = [services]
  while (accounts.length < ACCOUNTS) accounts.push(await services.another())
  const call = async ({ token }, method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${services.base}${path}`, { method, headers, body: JSON.stringify(body) })
    const { data, desc } = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${desc}`)
    return data
  }
  // The broken ones are of different accounts. While all work, they get their events like the others.
  const broken = []
  for (const [at, account] of accounts.entries())
    for (let hook = 0; hook < EACH; hook++) {
      const isBroken = hook === 0 && at < 2
      const { id } = await call(account, 'POST', '/v1/webhooks', {
        url: isBroken ? `${to}/broken` : `${to}/${at}-${hook}`,
      })
      if (isBroken) broken.push({ account, id })
    }
  const dead = `http://127.0.0.1:${await freePort()}/`
  const measured = ACCOUNTS * EACH - broken.length
  const made = eventsOf(STATE)
  const publish = await publisherOf(services.amqpUrl, onClose)

  const round = async (isBroken, length) => {
    const [{ account, id }] = broken
    await call(account, 'PUT', `/v1/webhooks/${id}`, { url: isBroken ? dead : `${to}/broken`, status: 'active' })
    isSlow = isBroken
    times = []
    let count = 0
    for (let tick = 0; tick < length * rate; tick++) {
      const some = accounts.map((each, at) => made.next(each.id, at + ACCOUNTS * (tick % 50)))
      for (const event of some) published.set(event.id, performance.now())
      await publish(some)
      count += some.length
      await pause(1_000 / rate)
    }
    const expected = (count / ACCOUNTS) * measured
    for (const end = performance.now() + LAST_MS; times.length < expected && performance.now() < end;) await pause(50)
    if (times.length < expected) throw new Error(`${times.length} of ${expected} requests arrived`)
    const sorted = times.toSorted((a, b) => a - b)
    const part = (share) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] * 10) / 10
    return {
      case: isBroken ? '1 dead, 1 slow' : 'all work',
      requests: sorted.length,
      'p50 ms': part(0.5),
      'p99 ms': part(0.99),
    }
  }
  // The warm-up of the JIT compilers is not measured.
  await round(false, seconds / 4)
  const rows = []
  for (let at = 0; at < rounds; at++)
    for (const isBroken of at % 2 === 0 ? [false, true] : [true, false]) rows.push(await round(isBroken, seconds))
  printTable(rows)
  const medianOf = (name) => {
    const own = rows
      .filter((row) => row.case === name)
      .map((row) => row['p99 ms'])
      .toSorted((a, b) => a - b)
    return own[Math.floor(own.length / 2)]
  }
  const added = medianOf('1 dead, 1 slow') / medianOf('all work') - 1
  const verdict = added < AIM ? 'met' : 'missed'
  console.log(
    `\nmedian p99: ${(added * 100).toFixed(1)} % added, aim ${verdict}; load average ${loadavg()[0].toFixed(1)}`,
  )
}

try {
  await main()
} finally {
  for (const close of closers) await close()
}
