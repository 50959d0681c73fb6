import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { lossyProxy } from '../src/lossy-proxy'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { chargesOf } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { newest } from './upstream-faults-orders'
import { costs } from './upstream-prices'

/** The installation that has the registry, and the account there of the one that resells. */
let upper: InProcess
let account: Ask
let lower: InProcess
let ask: Ask
let handle: string
let proxy: Awaited<ReturnType<typeof lossyProxy>>
let sql: Client

const folder = temporaryFolder()
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

beforeAll(async () => {
  upper = await startInProcess()
  proxy = await lossyProxy(upper.port)
  account = await upper.open('lower', '100000.00')
  const scope = ['read', 'write', 'purchase', 'transfer-codes']
  const { json } = await account('POST', '/v1/keys', { body: { name: 'resale', scope } })
  file('key', json.data.key)
  const at = { driver: 'upstream', account: 'upper', baseUrl: proxy.url, apiKeyFile: 'key' }
  const accounts = [{ ...at, pollSeconds: null, tlds: ['org'] }]
  lower = await startInProcess({
    domains: { SETTLEMENT_WAIT_MS: '1000' },
    worker: {
      REGISTRY_ACCOUNTS_FILE: file('accounts.json', JSON.stringify({ accounts })),
      REGISTRY_ABSENCE_PAUSES_MS: '300,300',
    },
  })
  await costs(lower, 'org', '300.00')
  ask = await lower.open('seller', '100000.00')
  handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
  sql = new Client({ connectionString: lower.databaseUrl })
  await sql.connect()
})
afterAll(async () => {
  await sql?.end()
  await lower?.close()
  await proxy?.close()
  await upper?.close()
})

const servers = {
  ns_group: undefined,
  name_servers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
}
const shown = async (at: Ask, name: string) =>
  newest((await at('GET', `/v1/domains?full_name=${name}`)).json.data.results) as
    | { readonly id: number; readonly status: string; readonly expiration_date: string; readonly comments: string }
    | undefined
const place = (name: string) => ask('POST', '/v1/domains', { body: { ...order(name, handle), ...servers } })
const bought = async (name: string) => {
  await place(name)
  return eventually(async () => {
    const domain = await shown(ask, name)
    return domain?.status === 'ACT' && domain
  }, `${name} registered`)
}
const renew = (id: number) => ask('POST', `/v1/domains/${id}/renew`, { body: { period: 1 } })
/** How often the account upstream was charged for renewals of a name. */
const renewals = async (name: string) => (await chargesOf(account, name)).filter((each) => each === 'renew').length
/** What an operator prints. */
async function admin(...args: string[]): Promise<string> {
  const lines: string[] = []
  await runCommand(['registry', ...args], { AMQP_URL: lower.amqpUrl }, (line) => lines.push(line))
  return lines.join('\n')
}
/** Waits until the last operation of a name waits for a person, and returns it. Its request is as old as a stuck one. */
const waiting = async (name: string) => {
  const found = await eventually(async () => {
    const { rows } = await sql.query(
      `select id, reason ->> 'text' as text from registry_worker.operation
       where object = $1 and state = 'unknown' and reason ->> 'text' like '%a person must decide'`,
      [name],
    )
    return rows[0] as { readonly id: string; readonly text: string } | undefined
  }, `${name} waits for a person`)
  await sql.query(
    `update registry_worker.registry_transaction set sent_at = sent_at - interval '6 minutes' where operation_id = $1`,
    [found.id],
  )
  return found
}
/** Waits until the worker has asked upstream about a domain again. */
const looked = () => eventually(async () => proxy.requests().includes('GET domains'), 'another look')
const state = async (id: string) =>
  (await sql.query('select state from registry_worker.operation where id = $1', [id])).rows[0].state as string
const ended = (id: string, as: string) => eventually(async () => (await state(id)) === as, `${id} is ${as}`)

it('a renewal is not bought when the domain was renewed upstream by others meanwhile', async () => {
  const { id } = await bought('meanwhile.org')
  const there = (await shown(account, 'meanwhile.org'))!
  await account('POST', `/v1/domains/${there.id}/renew`, { body: { period: 2 } })
  await renew(id)
  // The answer to the order may come before that of the worker.
  const [renewal] = await eventually(async () => {
    const { results } = (await ask('GET', `/v1/domains/${id}/operations`)).json.data
    return results[0].purpose === 'renew' && !results[0].settled_at.startsWith('0000') && results
  }, 'the end of the renewal')
  expect(renewal).toMatchObject({
    state: 'refused',
    reason: { text: expect.stringContaining('the domain expires on') },
  })
  expect(await renewals('meanwhile.org')).toBe(1)
})

describe('an outcome that cannot be read waits for a person', () => {
  it('who lets a renewal fail: nothing is sent again, and nobody is charged here', async () => {
    const name = 'unreadable.org'
    const { id } = await bought(name)
    const there = (await shown(account, name))!
    proxy.requests()
    const stopped = proxy.stopAt(2, 'never arrives')
    const answer = renew(id)
    const end = await stopped
    await account('POST', `/v1/domains/${there.id}/renew`, { body: { period: 2 } })
    end()
    await answer
    const found = await waiting(name)
    expect(found.text).toContain('whether the renewal was carried out upstream cannot be read')
    expect(await admin('operations', '--stuck')).toContain(found.text)

    await admin('retry', found.id, '--reason', 'the expiry was looked at')
    await looked()
    await waiting(name)
    expect(await renewals(name)).toBe(1)

    proxy.requests()
    await admin('fail', found.id, '--reason', 'not ours')
    await looked()
    await waiting(name)
    // Between two looks: an operation that is executing is refused.
    await eventually(() => admin('fail', found.id, '--reason', 'not ours', '--unasked'), 'an end between two looks')
    await ended(found.id, 'failed')
    expect(await renewals(name)).toBe(1)
    await eventually(async () => {
      const { json } = await ask('GET', `/v1/transactions?filter_for_subject=${name}`)
      return json.data.results.every(({ action }: { action: string }) => action !== 'renew')
    }, 'no charge for the renewal')
  })

  it('and ends by itself when it becomes readable: an order whose mark was changed', async () => {
    const name = 'unmarked.org'
    proxy.requests()
    const stopped = proxy.stopAt(3, 'loses its answer')
    const answer = place(name)
    const end = await stopped
    const { id, comments } = (await shown(account, name))!
    await account('PUT', `/v1/domains/${id}`, { body: { comments: 'tidied up' } })
    end()
    await answer
    const found = await waiting(name)
    expect(found.text).toContain('the comment of the order is not ours')
    await account('PUT', `/v1/domains/${id}`, { body: { comments } })
    await admin('retry', found.id, '--reason', 'the comment is as it was')
    await ended(found.id, 'done')
    await eventually(async () => (await shown(ask, name))?.status === 'ACT', `${name} active`)
    expect(await upper.sandbox.creations(name)).toHaveLength(1)
  })
})
