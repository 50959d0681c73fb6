import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { costs } from './upstream-prices'

/** Two installations, each of which buys .org at the other. */
let first: InProcess
let second: InProcess
let ask: Ask
let handle: string

const folder = temporaryFolder()
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Starts an installation that buys at the other one. Its key there is written later: the other one is not there yet. */
const start = (name: string, port: number, other: number) =>
  startInProcess({
    port,
    worker: {
      REGISTRY_ACCOUNTS_FILE: file(
        `${name}.json`,
        JSON.stringify({
          accounts: [
            {
              driver: 'upstream',
              account: 'other',
              baseUrl: `http://127.0.0.1:${other}`,
              apiKeyFile: file(`${name}.key`, 'not known yet'),
              pollSeconds: null,
              tlds: ['org'],
            },
          ],
        }),
      ),
    },
  })

beforeAll(async () => {
  const [one, two] = [await freePort(), await freePort()]
  first = await start('first', one, two)
  second = await start('second', two, one)
  for (const [name, at] of [
    ['first', second],
    ['second', first],
  ] as const) {
    const account = await at.open(`the-${name}`, '1000.00')
    const scope = ['read', 'write', 'purchase', 'transfer-codes']
    const { json } = await account('POST', '/v1/keys', { body: { name: 'resale', scope } })
    file(`${name}.key`, json.data.key)
  }
  // Each has to accept the price of the other.
  await costs(first, 'org', '500.00')
  await costs(second, 'org', '500.00')
  ask = await first.open('seller', '1000.00')
  handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
})
afterAll(async () => {
  await second?.close()
  await first?.close()
})

const servers = {
  ns_group: undefined,
  name_servers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
}
const sentence = 'The order has passed this installation before'

it('an order that comes back to the installation where it began is refused there, and costs nothing', async () => {
  const { json, status } = await ask('POST', '/v1/domains', { body: { ...order('circle.org', handle), ...servers } })
  expect([status, json.code]).toEqual([422, 399])
  expect(json.desc).toContain(sentence)
  const { json: kept } = await ask('GET', '/v1/domains?full_name=circle.org')
  expect(kept.data.results).toMatchObject([{ status: 'FAI' }])
  await eventually(async () => {
    const { json } = await ask('GET', '/v1/resellers')
    return Number(json.data.balance) === 1000 && Number(json.data.reserved_balance) === 0
  }, 'the whole balance')
})

it('a question whether a name is free comes to an end', async () => {
  const { json } = await ask('POST', '/v1/domains/check', { body: { domains: [{ name: 'round', extension: 'org' }] } })
  expect(json.code).toBe(399)
  expect(json.desc).toContain(sentence)
})

describe('a request that has passed the installation', () => {
  it('is refused before it changes anything', async () => {
    const sql = new Client({ connectionString: first.databaseUrl })
    await sql.connect()
    const { rows } = await sql.query('select id from domains.installation')
    await sql.end()
    const headers = { 'passed-installations': `another-one, ${rows[0].id}` }
    const own = await ask('POST', '/v1/domains', { body: { ...order('own.com', handle), ...servers } })
    const path = `/v1/domains/${own.json.data.id}`
    const requests = [
      ['POST', '/v1/domains', { ...order('own.net', handle), ...servers }],
      ['POST', '/v1/domains/transfer', { ...order('own.com', handle), auth_code: 'Secret-1234' }],
      ['POST', '/v1/domains/check', { domains: [{ name: 'own', extension: 'net' }] }],
      ['POST', `${path}/renew`, { period: 1 }],
      ['PUT', path, { is_locked: true }],
    ] as const
    for (const [method, at, body] of requests) {
      const { status, json } = await ask(method, at, { body, headers })
      expect([method, at, status, json.code]).toEqual([method, at, 409, 4008])
    }
    const { status, json } = await ask('DELETE', path, { headers })
    expect([status, json.code]).toEqual([409, 4008])
    const { json: after } = await ask('GET', path)
    expect(after.data).toMatchObject({
      status: 'ACT',
      is_locked: false,
      expiration_date: own.json.data.expiration_date,
    })
  })
})

it('a request says which installations it has passed', async () => {
  const check = (passed: string) =>
    ask('POST', '/v1/domains/check', {
      body: { domains: [{ name: 'elsewhere', extension: 'com' }] },
      headers: { 'passed-installations': passed },
    })
  expect((await check('another-one, a-third')).json.code).toBe(0)
  const wrong = await check('not an identifier')
  expect(wrong.status).toBe(400)
  expect(wrong.json.desc).toContain('passed-installations')
})
