/** The whole platform as processes, and a client of it. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './processes.mjs'

const require = createRequire(import.meta.url)

/**
 * Starts every application as a process and creates an account with credit. `ask` sends a request of the account, `post` a
 * POST; both return `data`. They throw unless the request succeeds.
 */
export async function platform(databaseUrl, amqpUrl, onClose, { connections = 1 } = {}) {
  const { certificatesIn } = require('../embedded/dist/platform/certificates.js')
  const { migrateAll } = require('../embedded/dist/platform/migrations.js')
  const { startProcesses } = require('../embedded/dist/platform/processes.js')
  const { newSecrets } = require('../embedded/dist/platform/secrets.js')
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-bench-'))
  onClose(() => rmSync(folder, { recursive: true }))
  await migrateAll(databaseUrl)
  const [https, dns, epp, control, rri] = await Promise.all(Array.from({ length: 5 }, freePort))
  const certificates = await certificatesIn(folder, new Date(performance.timeOrigin))
  const place = {
    databaseUrl,
    amqpUrl,
    ports: { https, dns, epp, control, rri },
    certificates,
    secrets: newSecrets(),
    mails: folder,
    overrides: { customers: { REQUESTS_PER_SECOND: '1000000', REQUESTS_BURST: '1000000' } },
  }
  const processes = await startProcesses(place, createWriteStream(join(folder, 'log')), (line) => {
    throw new Error(line)
  })
  onClose(() => processes.close())
  const agent = new Agent({ ca: readFileSync(certificates.authority), keepAlive: true, maxSockets: connections })
  onClose(() => agent.destroy())
  const client = (token) => async (method, path, body) => {
    const text = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      request({ host: 'localhost', port: https, path, method, agent, headers }, (response) => {
        response
          .setEncoding('utf8')
          .toArray()
          .then((parts) => resolve(parts.join('')), reject)
      })
        .once('error', reject)
        .end(body && JSON.stringify(body))
    })
    const { code, desc, data } = JSON.parse(text)
    if (code !== 0) throw new Error(`${method} ${path}: ${code} ${desc}`)
    return data
  }
  const { token } = await client()('POST', '/v1/auth/login', await richAccount(amqpUrl))
  const ask = client(token)
  return { ask, post: (path, body) => ask('POST', path, body), ports: place.ports, secrets: place.secrets }
}

/** Creates an account with enough credit and returns its credentials. */
async function richAccount(amqpUrl) {
  const { Connection } = require('@nameyard/messaging/connection')
  const { Rpc } = require('@nameyard/messaging/rpc')
  const { createReseller } = require('@nameyard/contracts/access/create-reseller')
  const { topUp } = require('@nameyard/contracts/orders/top-up')
  const now = () => performance.timeOrigin + performance.now()
  const connection = new Connection(amqpUrl, 'admin')
  const rpc = new Rpc(connection, now)
  const ask = (operation, input) =>
    rpc.call(operation, input, { correlationId: randomUUID(), deadline: now() + 10_000 })
  await connection.start()
  try {
    const credentials = { username: 'bench', password: randomUUID() }
    const contact = { ...credentials, email: 'bench@example.org' }
    const { resellerId } = await ask(createReseller, { company: 'Bench', currency: 'EUR', contact })
    const credit = { currency: 'EUR', amount: '1000000.00', key: 'bench', note: 'What is measured costs money' }
    await ask(topUp, { operator: 'bench', resellerId, ...credit })
    return credentials
  } finally {
    await connection.close()
  }
}
