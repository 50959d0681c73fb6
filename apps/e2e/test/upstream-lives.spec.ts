import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { lossyProxy } from '../src/lossy-proxy'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { chargesOf } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { newest } from './upstream-faults-orders'
import { costs } from './upstream-prices'

/** Auth code of the names that another registrar holds at the registry. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** Days after which the registry completes a transfer without an answer, and after which a delete does not purge a name. */
const TRANSFER_DAYS = 6
const ADDED_DAYS = 10

/** The installation that has the registry, and the account there of the one that resells. */
let upper: InProcess
let account: Ask
let lower: InProcess
let ask: Ask
let handle: string
let proxy: Awaited<ReturnType<typeof lossyProxy>>

const folder = temporaryFolder()
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

beforeAll(async () => {
  upper = await startInProcess({ worker: { REGISTRY_POLL_MS: '500' } })
  proxy = await lossyProxy(upper.port)
  account = await upper.open('lower', '100000.00')
  const scope = ['read', 'write', 'purchase', 'transfer-codes']
  const { json } = await account('POST', '/v1/keys', { body: { name: 'resale', scope } })
  file('key', json.data.key)
  const tlds = ['org', 'eu', 'sandbox']
  const at = { driver: 'upstream', account: 'upper', baseUrl: proxy.url, apiKeyFile: 'key' }
  const accounts = [{ ...at, pollSeconds: 1, tlds }]
  lower = await startInProcess({
    worker: {
      REGISTRY_ACCOUNTS_FILE: file('accounts.json', JSON.stringify({ accounts })),
      REGISTRY_ABSENCE_PAUSES_MS: '500,500',
    },
  })
  for (const tld of tlds) await costs(lower, tld, '300.00')
  ask = await lower.open('seller', '100000.00')
  handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
})
afterAll(async () => {
  await lower?.close()
  await proxy?.close()
  await upper?.close()
})

const servers = {
  ns_group: undefined,
  name_servers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
}

const done = async (method: string, path: string, body?: object) => {
  const { json, text } = await ask(method, path, body && { body })
  if (json.code !== 0) throw new Error(`${method} ${path}: ${text}`)
  return json.data
}
/** The newest domain of a name at an installation. */
const shown = async (at: Ask, name: string) => {
  const listed = async (isDeleted: string) =>
    (await at('GET', `/v1/domains?full_name=${name}&is_deleted=${isDeleted}`)).json.data.results
  return newest([...(await listed('false')), ...(await listed('true'))])
}
const reached = (at: Ask, name: string, what: object) =>
  eventually(
    async () => {
      const domain = await shown(at, name)
      const differing = Object.entries(what).filter(([key, value]) => domain?.[key] !== value)
      if (differing.length > 0) throw new Error(JSON.stringify(differing.map(([key]) => [key, domain?.[key]])))
      return domain as Record<string, unknown> & { id: number }
    },
    `${name} is ${JSON.stringify(what)}`,
  )
/** How often the account upstream was charged for an operation on a name. */
const charges = async (name: string, action: string) =>
  (await chargesOf(account, name)).filter((each) => each === action).length
const bought = async (name: string) => {
  await done('POST', '/v1/domains', { ...order(name, handle), ...servers })
  return reached(ask, name, { status: 'ACT' })
}
const held = (name: string) => upper.sandbox.registerElsewhere(name, RIVAL_CODE)
const transferred = (name: string, code = RIVAL_CODE) => {
  const { domain, owner_handle } = order(name, handle)
  return ask('POST', '/v1/domains/transfer', { body: { domain, owner_handle, auth_code: code, ...servers } })
}

describe('a transfer in', () => {
  it('is bought once upstream, with automatic renewal off and the data of the order', async () => {
    await held('gained.org')
    expect((await transferred('gained.org')).json).toMatchObject({ code: 0, data: { status: 'REQ' } })
    await reached(account, 'gained.org', { status: 'REQ', autorenew: 'off' })
    await upper.sandbox.age('gained.org', TRANSFER_DAYS)
    const own = await reached(ask, 'gained.org', { status: 'ACT', type: 'TRANSFER' })
    const there = await reached(account, 'gained.org', { status: 'ACT', autorenew: 'off', is_locked: true })
    expect(there.auth_code).toBe(own.auth_code)
    expect((there.name_servers as { name: string }[]).map(({ name }) => name)).toEqual(
      servers.name_servers.map(({ name }) => name),
    )
    expect(own.registry_expiration_date).toBe(there.expiration_date)
    expect(await charges('gained.org', 'transfer')).toBe(1)
  })

  it('at a registry that carries it out at once is active at once', async () => {
    await held('quick.eu')
    await transferred('quick.eu')
    await reached(ask, 'quick.eu', { status: 'ACT' })
    await reached(account, 'quick.eu', { autorenew: 'off' })
  })

  it('with a wrong auth code fails with that reason, and costs nothing', async () => {
    await held('guarded.org')
    const { json } = await transferred('guarded.org', 'Wrong-c0de-1')
    expect(json.code).toBe(318)
    expect(await charges('guarded.org', 'transfer')).toBe(0)
  })

  it.each([undefined, 'request', 'answer'] as const)(
    'is cancelled upstream when it is cancelled here (lost: %s)',
    async (what) => {
      const name = `regretted-${what}.org`
      await held(name)
      const { id } = (await transferred(name)).json.data
      await reached(account, name, { status: 'REQ' })
      if (what) proxy.lose({ method: 'DELETE', path: /^\/v1\/domains\//, what })
      await done('DELETE', `/v1/domains/${id}`)
      await reached(ask, name, { status: 'FAI' })
      await reached(account, name, { status: 'FAI' })
      expect(await upper.sandbox.domain(name)).toMatchObject({ sponsor: 'rival' })
      expect(await charges(name, 'transfer')).toBe(0)
    },
  )
})

describe('a transfer that another registrar requests', () => {
  const requested = async (name: string) => {
    const { id } = await bought(name)
    const { auth_code: code } = (await shown(account, name)) as { auth_code: string }
    await done('PUT', `/v1/domains/${id}`, { is_locked: false })
    await reached(account, name, { is_locked: false })
    const rival = await upper.rival()
    expect(await rival.requestTransfer(name, code)).toBe(1001)
    rival.close()
    await reached(ask, name, { transfer_out_pending: true })
    return id
  }

  describe.each([undefined, 'request', 'answer'] as const)('(lost: %s)', (what) => {
    const answered = async (id: number, approve: 0 | 1) => {
      if (what) proxy.lose({ method: 'POST', path: /approve$/, what })
      await done('POST', `/v1/domains/${id}/transfer/approve`, { approve })
    }

    it('is shown here, and approved upstream when it is approved here', async () => {
      const name = `leaving-${what}.org`
      await answered(await requested(name), 1)
      await reached(ask, name, { delete_status: 'transferred' })
      await reached(account, name, { delete_status: 'transferred' })
      expect(await upper.sandbox.domain(name)).toMatchObject({ sponsor: 'rival' })
    })

    it('is refused upstream when it is refused here', async () => {
      const name = `staying-${what}.org`
      await answered(await requested(name), 0)
      await reached(ask, name, { status: 'ACT', transfer_out_pending: false })
      await reached(account, name, { status: 'ACT', transfer_out_pending: false })
      expect(await upper.sandbox.domain(name)).toMatchObject({ sponsor: 'nameyard' })
    })
  })
})

it('a deleted domain goes to the quarantine upstream, and a restore brings it back once', async () => {
  const { id } = await bought('restored.org')
  await upper.sandbox.age('restored.org', ADDED_DAYS)
  await done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`)
  await reached(account, 'restored.org', { delete_status: 'quarantine' })
  await reached(ask, 'restored.org', { delete_status: 'quarantine' })
  await done('POST', `/v1/domains/${id}/restore`, {})
  await reached(ask, 'restored.org', { status: 'ACT', delete_status: 'none' })
  await reached(account, 'restored.org', { status: 'ACT', delete_status: 'none', autorenew: 'off' })
  expect(await charges('restored.org', 'restore')).toBe(1)
})

it('a trade gives the domain to another registrant upstream, once', async () => {
  await bought('traded.sandbox')
  const other = { ...person, name: { first_name: 'Bea', last_name: 'Pieters' }, email: 'bea@example.com' }
  const { handle: owner_handle } = await done('POST', '/v1/customers', other)
  await done('POST', '/v1/domains/trade', { domain: { name: 'traded', extension: 'sandbox' }, owner_handle })
  await reached(ask, 'traded.sandbox', { status: 'ACT', owner_handle })
  const there = (await shown(account, 'traded.sandbox')) as { owner_handle: string }
  const { json } = await account('GET', `/v1/customers/${there.owner_handle}`)
  expect(json.data.name).toMatchObject({ first_name: 'Bea', last_name: 'Pieters' })
  expect(await charges('traded.sandbox', 'trade')).toBe(1)
})

it('no test of this file causes an unknown transition of a domain', async () => {
  for (const { databaseUrl } of [upper, lower]) {
    const sql = new Client({ connectionString: databaseUrl })
    await sql.connect()
    const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
    await sql.end()
    expect(rows).toEqual([])
  }
})
