/** The database and the broker of a measurement, which end with it. */
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, startChild } from './processes.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')
const run = promisify(execFile)

/** A command of `rabbitmqctl` that takes longer has failed; on a busy machine one took half a minute. */
const CONTROL_MS = 120_000

/** Creates a database and returns its URL. `onClose` receives the function that drops it. */
export async function ownDatabase(server, onClose) {
  const name = `nameyard_bench_${randomUUID().slice(0, 8)}`
  const query = async (text) => {
    const client = new Client({ connectionString: server })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await query(`create database ${name}`)
  onClose(() => query(`drop database if exists ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Starts the embedded broker as a process and returns its URL. */
async function embeddedBroker(onClose) {
  const child = startChild('../embedded/dist/broker/main.js')
  onClose(() => child.stop())
  const { url } = JSON.parse(await child.says('"url"'))
  return url
}

/**
 * Returns the URL of a broker that no other program uses: a virtual host of the RabbitMQ at AMQP_URL if `rabbitmqctl` can
 * create one, and the embedded broker without AMQP_URL.
 */
export async function ownBroker(onClose) {
  const given = process.env.AMQP_URL
  if (!given) return embeddedBroker(onClose)
  const name = `nameyard-bench-${randomUUID().slice(0, 8)}`
  const control = (...args) => run('rabbitmqctl', ['-q', ...args], { timeout: CONTROL_MS })
  const url = new URL(given)
  // A command that is killed after its time may still be carried out.
  onClose(() => control('delete_vhost', name).catch(() => undefined))
  try {
    await control('add_vhost', name)
    await control('set_permissions', '-p', name, decodeURIComponent(url.username), '.*', '.*', '.*')
  } catch {
    return given
  }
  url.pathname = `/${name}`
  return url.href
}

/** The version of the PostgreSQL server of a run. */
export async function measuredDatabase(server) {
  const client = new Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  return rows[0].server_version.split(' ')[0]
}

/** The broker of a run. */
export async function measuredBroker() {
  if (!process.env.AMQP_URL) return 'embedded'
  const connection = await require('amqplib').connect(process.env.AMQP_URL)
  const { product, version } = connection.connection.serverProperties
  await connection.close()
  return `${product} ${version}`
}

/** Starts PowerDNS Authoritative on a new LMDB store; returns its process, ports and key. */
export async function ownPowerdns(onClose) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pdns-'))
  onClose(() => rmSync(folder, { recursive: true, force: true }))
  const [port, dnsPort, key] = [await freePort(), await freePort(), 'bench']
  const options = {
    'config-dir': folder, 'socket-dir': folder, daemon: 'no', guardian: 'no', launch: 'lmdb',
    'lmdb-filename': join(folder, 'zones'), 'lmdb-sync-mode': 'nometasync', 'local-address': '127.0.0.1',
    'local-port': dnsPort, api: 'yes', 'api-key': key, webserver: 'yes', 'webserver-address': '127.0.0.1',
    'webserver-port': port, 'webserver-allow-from': '127.0.0.0/8', 'disable-syslog': 'yes', 'write-pid': 'no',
    'security-poll-suffix': '', loglevel: 0, 'receiver-threads': 1,
  } // prettier-ignore
  const settings = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawn('pdns_server', settings, { stdio: 'ignore' })
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  onClose(() => child.kill('SIGTERM'))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${url}/api/v1/servers`, { headers: { 'x-api-key': key } }).catch(() => undefined)
    if (answer?.ok) return { pid: child.pid, url, port, dnsPort, key }
    if (tries === 100) throw new Error('PowerDNS did not start within 10 s.')
    await pause(100)
  }
}

/** Starts Knot DNS with one zone and one worker; returns its process and port. */
export async function ownKnot(onClose, zone, zoneFile) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-knot-'))
  onClose(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  writeFileSync(join(folder, `${zone}.zone`), zoneFile)
  writeFileSync(
    join(folder, 'knot.conf'),
    `server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
database:
    storage: "${folder}"
template:
  - id: default
    storage: "${folder}"
    file: "%s.zone"
    zonefile-sync: -1
    journal-content: none
zone:
  - domain: ${zone}
`,
  )
  const child = spawn('knotd', ['-c', join(folder, 'knot.conf')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onClose(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { pid: child.pid, dnsPort: port }
}
