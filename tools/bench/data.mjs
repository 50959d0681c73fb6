/** Accounts, created as an operator does. */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const now = () => performance.timeOrigin + performance.now()

/** Creates an account; returns its number and the login of its administrator. */
export async function openAccount(amqpUrl) {
  const { Connection } = require('@nameyard/messaging/connection')
  const { Rpc } = require('@nameyard/messaging/rpc')
  const { createReseller } = require('@nameyard/contracts/access/create-reseller')
  const username = `bench-${randomUUID()}`
  const password = randomUUID()
  const connection = new Connection(amqpUrl, 'admin')
  const rpc = new Rpc(connection, now)
  await connection.start()
  try {
    const contact = { username, password, email: 'bench@example.org' }
    const call = { correlationId: randomUUID(), deadline: now() + 10_000 }
    const { resellerId: id } = await rpc.call(createReseller, { company: 'Bench', currency: 'EUR', contact }, call)
    return { id, username, password }
  } finally {
    await connection.close()
  }
}

/** Creates an account and logs in; returns its number, the login of its administrator and the bearer token. */
export async function createAccount(amqpUrl, base) {
  const account = await openAccount(amqpUrl)
  const { username, password } = account
  const { token } = await post(`${base}/v1/auth/login`, { username, password })
  return { ...account, token }
}

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data, desc } = await response.json()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${desc}`)
  return data
}
