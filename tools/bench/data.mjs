/** The account and its customers: created through the API, then multiplied in SQL. */
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

/** Creates an account, logs in and returns the bearer token. */
export async function createAccount(amqpUrl, base) {
  const { username, password } = await openAccount(amqpUrl)
  const { token } = await post(`${base}/v1/auth/login`, { username, password })
  return token
}

/** Creates a customer through the API and copies of it in the database; returns their handles. */
export async function fill(databaseUrl, base, token, count) {
  const { handle } = await post(
    `${base}/v1/customers`,
    {
      name: { first_name: 'Ada', last_name: 'Lovelace', initials: 'A.' },
      company_name: 'Analytical Engines',
      address: { street: 'Dorset Street', number: '1', zipcode: 'W1U 4EG', city: 'London', country: 'GB' },
      phone: { country_code: '+44', area_code: '20', subscriber_number: '79460000' },
      email: 'ada@example.org',
    },
    token,
  )
  const { Client } = require('pg')
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=customers' })
  await client.connect()
  try {
    const { rows: columns } = await client.query(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'customers' and table_name = 'customer' and column_name not in ('id', 'handle')`,
    )
    const names = columns.map(({ name }) => name).join(', ')
    const { rows } = await client.query(
      `insert into customers.customer (handle, ${names})
       select 'BE' || 200000 + n || '-GB', ${names} from customers.customer, generate_series(1, $2::int) n
       where handle = $1 returning handle`,
      [handle, count],
    )
    await client.query('vacuum analyze customers.customer')
    return rows.map(({ handle }) => handle)
  } finally {
    await client.end()
  }
}

async function post(url, body, token) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const { data, desc } = await response.json()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${desc}`)
  return data
}
