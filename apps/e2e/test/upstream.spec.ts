import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { lossyProxy } from '../src/lossy-proxy'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { chargesOf } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { costs } from './upstream-prices'

const folder = temporaryFolder()
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** The installation that has the registry, and the account there of the one that resells. */
let upper: InProcess
let account: Ask
let lower: InProcess
let ask: Ask
let handle: string
let proxy: Awaited<ReturnType<typeof lossyProxy>>

beforeAll(async () => {
  upper = await startInProcess()
  account = await upper.open('lower', '100000.00')
  const scope = ['read', 'write', 'purchase', 'transfer-codes']
  const { json } = await account('POST', '/v1/keys', { body: { name: 'resale', scope } })
  proxy = await lossyProxy(upper.port)
  file('key', json.data.key)
  const accounts = [
    {
      driver: 'upstream',
      account: 'upper',
      baseUrl: proxy.url,
      apiKeyFile: 'key',
      pollSeconds: 2,
      tlds: ['org', 'info', 'net'],
    },
  ]
  lower = await startInProcess({
    worker: {
      REGISTRY_ACCOUNTS_FILE: file('accounts.json', JSON.stringify({ accounts })),
      REGISTRY_ABSENCE_PAUSES_MS: '500,500',
    },
  })
  ask = await lower.open('seller', '100000.00')
  handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
  await costs(lower, 'org', '300.00')
  await costs(lower, 'info', '0.01')
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

/** The newest domain of that name at an installation. */
const shown = async (at: Ask, name: string) => {
  const { json } = await at('GET', `/v1/domains?full_name=${name}`)
  return json.data.results.find((each: { status: string }) => each.status !== 'FAI') ?? json.data.results[0]
}
const reached = (at: Ask, name: string, what: object) =>
  eventually(
    async () => {
      const domain = await shown(at, name)
      return domain && Object.entries(what).every(([key, value]) => domain[key] === value) && domain
    },
    `${name} is ${JSON.stringify(what)}`,
  )
/** What the account upstream was charged for a name. */
const charges = async (name: string, action: string) =>
  (await chargesOf(account, name)).filter((each) => each === action)
const bought = async (name: string) => {
  const { json } = await ask('POST', '/v1/domains', { body: { ...order(name, handle), ...servers } })
  expect(json.code).toBe(0)
  return reached(ask, name, { status: 'ACT' })
}

it('an order at one installation ends at the sandbox registry of the other', async () => {
  const checked = await ask('POST', '/v1/domains/check', { body: { domains: [{ name: 'first', extension: 'org' }] } })
  expect(checked.json.data.results).toMatchObject([{ status: 'free' }])
  const own = await bought('first.org')
  expect(await upper.sandbox.creations('first.org')).toHaveLength(1)
  expect(await lower.sandbox.creations('first.org')).toHaveLength(0)
  const there = await shown(account, 'first.org')
  expect(there).toMatchObject({ status: 'ACT', autorenew: 'off', auth_code: own.auth_code })
  expect(there.expiration_date).toBe(own.registry_expiration_date)
  expect(await charges('first.org', 'create')).toHaveLength(1)
})

it('one person is one customer upstream', async () => {
  await bought('second.org')
  const { json } = await account('GET', '/v1/customers')
  expect(json.data.total).toBe(1)
})

it('nothing is ordered upstream that is dearer than its cost in the price list', async () => {
  const { json } = await ask('POST', '/v1/domains', { body: { ...order('dear.info', handle), ...servers } })
  expect(json.code).not.toBe(0)
  expect(json.desc).toContain('higher than our cost')
  expect((await account('GET', '/v1/domains?full_name=dear.info')).json.data.total).toBe(0)
})

it('a renewal, transfer or restore is not ordered that has become dearer than its cost in the price list', async () => {
  const RIVAL_CODE = 'Rival-0ne-Code'
  await costs(lower, 'net', '300.00')
  const renewed = await bought('renewed.net')
  const deleted = await bought('deleted.net')
  await upper.sandbox.age('deleted.net', 10)
  await ask('DELETE', `/v1/domains/${deleted.id}?skip_soft_quarantine=1`)
  await reached(ask, 'deleted.net', { delete_status: 'quarantine' })
  const rival = await upper.rival()
  await rival.register('elsewhere.net', RIVAL_CODE)
  rival.close()
  await costs(lower, 'net', '0.01')

  const { domain, owner_handle } = order('elsewhere.net', handle)
  const orders = [
    [`/v1/domains/${renewed.id}/renew`, { period: 1 }],
    [`/v1/domains/${deleted.id}/restore`, {}],
    ['/v1/domains/transfer', { domain, owner_handle, auth_code: RIVAL_CODE }],
  ] as const
  proxy.requests()
  for (const [path, body] of orders) {
    const { json } = await ask('POST', path, { body })
    expect([path, json.code]).not.toEqual([path, 0])
    expect(json.desc).toContain('higher than our cost')
  }
  expect(proxy.requests().filter((request) => request.startsWith('POST') && !request.endsWith('/check'))).toEqual([])
})

it('a change upstream is found, and automatic renewal is switched off again', async () => {
  await bought('changed.org')
  const { id } = await shown(account, 'changed.org')
  await account('PUT', `/v1/domains/${id}`, { body: { autorenew: 'on' } })
  await reached(account, 'changed.org', { autorenew: 'off' })
})

describe.each(['request', 'answer'] as const)('when the %s is lost', (what) => {
  it('a registration has one effect and one charge', async () => {
    const name = `create-${what}.org`
    proxy.lose({ method: 'POST', path: /^\/v1\/domains$/, what })
    await bought(name)
    expect(await upper.sandbox.creations(name)).toHaveLength(1)
    expect(await charges(name, 'create')).toHaveLength(1)
  })

  it('a renewal has one effect and one charge', async () => {
    const name = `renew-${what}.org`
    const { id, expiration_date: before } = await bought(name)
    proxy.lose({ method: 'POST', path: /renew$/, what })
    await ask('POST', `/v1/domains/${id}/renew`, { body: { period: 1 } })
    const after = before.replace(/^\d+/, (year: string) => String(Number(year) + 1))
    await reached(ask, name, { status: 'ACT', expiration_date: after })
    expect(await shown(account, name)).toMatchObject({ expiration_date: after })
    expect(await charges(name, 'renew')).toHaveLength(1)
  })

  it('an update has its effect', async () => {
    const name = `update-${what}.org`
    const { id, is_locked: before } = await bought(name)
    proxy.lose({ method: 'PUT', path: /^\/v1\/domains\//, what })
    await ask('PUT', `/v1/domains/${id}`, { body: { is_locked: !before, auth_code: 'New-code-1234' } })
    await reached(account, name, { is_locked: !before, auth_code: 'New-code-1234' })
  })
})

it('sells an extension upstream whose record names a dialect of EPP', async () => {
  const record = file('net-upstream.json', JSON.stringify({ registry: { account: 'upper' } }))
  await runCommand(['tld', 'set', 'net', record], { AMQP_URL: lower.amqpUrl }, () => undefined)
  await costs(lower, 'net', '300.00')
  await eventually(async () => {
    const answer = await ask('POST', '/v1/domains', { body: { ...order('spoken.net', handle), ...servers } })
    return answer.json.code === 0
  }, 'an order of spoken.net')
  expect(await shown(account, 'spoken.net')).toMatchObject({ status: 'ACT', autorenew: 'off' })
})

it('an order names no contact upstream in a role that the records exclude', async () => {
  const counts = { contacts: { counts: { create: { billing: { max: 0 } } } } }
  const set = (at: InProcess, record: object) =>
    runCommand(
      ['tld', 'set', 'info', file('info.json', JSON.stringify(record))],
      { AMQP_URL: at.amqpUrl },
      () => undefined,
    )
  await set(upper, counts)
  await set(lower, { ...counts, registry: { account: 'upper' } })
  await costs(lower, 'info', '300.00')
  const refused = await account('POST', '/v1/domains', {
    body: { ...order('refused.info', handle), ...servers, billing_handle: handle },
  })
  expect(refused.json.desc).toContain('takes no such contact: leave this field out')
  const { json } = await eventually(async () => {
    const answer = await ask('POST', '/v1/domains', { body: { ...order('few.info', handle), ...servers } })
    return answer.json.code === 0 && answer
  }, 'an order of few.info')
  expect(json.data).toMatchObject({ status: 'ACT' })
  expect(await shown(account, 'few.info')).toMatchObject({ status: 'ACT', autorenew: 'off' })
})
