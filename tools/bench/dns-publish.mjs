/**
 * `node tools/bench/dns-publish.mjs`: the time from an accepted zone change until a name server answers with it
 * over UDP, on an idle platform: one change after the other, with a pause between them. Aim: a median of 50 ms.
 *
 * The service and the broker are separate processes, with PostgreSQL on the same machine.
 *
 * DATABASE_URL      a PostgreSQL server whose user can create databases
 * AMQP_URL          the broker; default: an embedded one
 * --publisher builtin|powerdns; default: both, one after the other
 * --changes 200 --records 10 --warm 30 (changes before the measurement)
 */
import { randomUUID } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openAccount } from './data.mjs'
import { build, freePort, startChild, statementOf } from './processes.mjs'
import { ownBroker, ownDatabase, ownPowerdns } from './servers.mjs'
import { median } from './report/figures.mjs'

const require = createRequire(import.meta.url)

const { values: given } = parseArgs({
  options: {
    publisher: { type: 'string' },
    changes: { type: 'string', default: '200' },
    records: { type: 'string', default: '10' },
    warm: { type: 'string', default: '30' },
  },
})
const [changes, records, warm] = ['changes', 'records', 'warm'].map((key) => Number(given[key]))
const server = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const AIM_MS = 50
/** The pause between two changes: for a short time after publishing, a zone publishes further changes later. */
const IDLE_MS = 150
const now = () => performance.timeOrigin + performance.now()
const closers = []
const onClose = (close) => closers.unshift(close)

async function measure(publisher) {
  const databaseUrl = await ownDatabase(server, onClose)
  const amqpUrl = await ownBroker(onClose)
  const at = await service(databaseUrl, amqpUrl, publisher === 'powerdns')
  const ask = await asker(amqpUrl, (await openAccount(amqpUrl)).id)
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([at])

  const { createZone } = require('@nameyard/contracts/dns/create-zone')
  const { updateZone } = require('@nameyard/contracts/dns/update-zone')
  const label = `bench-${randomUUID().slice(0, 8)}`
  const name = `${label}.com`
  const fill = Array.from({ length: records }, (_, n) => ({ type: 'A', name: `n${n}`, value: '192.0.2.1', ttl: 600 }))
  const counter = (n) => ({ type: 'TXT', name: 'counter', value: `"${n}"`, ttl: 600 })
  const zone = { domain: { name: label, extension: 'com' }, type: 'master', records: [...fill, counter(0)] }
  await ask(createZone, zone)
  await answered(resolver, `counter.${name}`, '0')

  const taken = []
  for (let n = 1; n <= warm + changes; n++) {
    const update = [{ original_record: counter(n - 1), record: counter(n) }]
    await ask(updateZone, { name, records: { update } })
    const accepted = performance.now()
    await answered(resolver, `counter.${name}`, String(n))
    if (n > warm) taken.push(performance.now() - accepted)
    await pause(IDLE_MS)
  }
  taken.sort((a, b) => a - b)
  const middle = median(taken)
  console.log(
    `${publisher}, ${records} records, ${changes} changes: accepted to answered ` +
      `${middle.toFixed(1)} ms in the middle, p95 ${taken[Math.floor(taken.length * 0.95)].toFixed(1)} ms, ` +
      `most ${taken.at(-1).toFixed(1)} ms; load ${loadavg()[0].toFixed(1)}: ` +
      `the aim of ${AIM_MS} ms is ${middle <= AIM_MS ? 'met' : 'missed'}`,
  )
}

/**
 * Starts the dns service, and the services that it asks for holders and for accounts: domains and customers. Returns the
 * name server to query.
 */
async function service(databaseUrl, amqpUrl, isPowerdns) {
  const { migrate } = require('@nameyard/persistence/migrate')
  for (const name of ['customers', 'domains', 'dns']) {
    const { migrations } = require(`@nameyard/${name}/service`).service
    await migrate(databaseUrl, { service: name, folders: migrations })
  }
  const powerdns = isPowerdns ? await ownPowerdns(onClose) : undefined
  const port = await freePort()
  const address = `127.0.0.1:${powerdns?.dnsPort ?? port}`
  const environment = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl, LOG_LEVEL: 'info' }
  const asked = ['customers', 'domains'].map((name) => startChild(`../../apps/${name}/dist/main.js`, environment))
  const child = startChild('../../apps/dns/dist/main.js', {
    ...environment,
    DNS_PORT: String(port),
    ...(powerdns && {
      DNS_PUBLISHER: 'powerdns',
      POWERDNS_URL: powerdns.url,
      POWERDNS_API_KEY: powerdns.key,
      DNS_VERIFY: address,
    }),
  })
  for (const each of [...asked, child]) onClose(() => each.stop())
  await Promise.all([...asked, child].map((each) => each.says('"ready"')))
  return address
}

/** The pause between two queries: queries without a pause take CPU time from the measurement. */
const PAUSE_MS = 2

/** Queries until the record has the value. */
async function answered(resolver, name, value) {
  for (;;) {
    const found = await resolver.resolveTxt(name).catch(() => [])
    if (found[0]?.[0] === value) return
    await pause(PAUSE_MS)
  }
}

async function asker(amqpUrl, resellerId) {
  const { Connection } = require('@nameyard/messaging/connection')
  const { Rpc } = require('@nameyard/messaging/rpc')
  const connection = new Connection(amqpUrl, 'gateway')
  const rpc = new Rpc(connection, now)
  await connection.start()
  onClose(() => connection.close())
  return (operation, input) => {
    const deadline = now() + 30_000
    const call = { correlationId: randomUUID(), deadline, statement: statementOf(resellerId, operation, deadline) }
    return rpc.call(operation, input, call)
  }
}

await build()
for (const publisher of given.publisher ? [given.publisher] : ['builtin', 'powerdns']) {
  try {
    await measure(publisher)
  } finally {
    for (const close of closers.splice(0)) await close()
  }
}
