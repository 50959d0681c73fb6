import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { lossyProxy } from '../src/lossy-proxy'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { chargesOf } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { newest } from './upstream-faults-orders'
import { costs } from './upstream-prices'

/** The registrar, and the account there of the installation that resells it. */
let upper: InProcess
let account: Ask
let lower: InProcess
let ask: Ask
let proxy: Awaited<ReturnType<typeof lossyProxy>>
/** Passes everything on except idempotency keys. */
let forgetful: Awaited<ReturnType<typeof lossyProxy>>

const folder = temporaryFolder()
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return name
}
const everything = ['read', 'write', 'purchase', 'transfer-codes']
const keyOf = async (at: Ask, name: string, scope: readonly string[]) =>
  file(name, (await at('POST', '/v1/keys', { body: { name, scope } })).json.data.key)

beforeAll(async () => {
  upper = await startInProcess()
  proxy = await lossyProxy(upper.port)
  forgetful = await lossyProxy(upper.port)
  forgetful.remove('idempotency-key')
  account = await upper.open('lower', '100000.00')
  // It spends all that it has on one name.
  const poor = await upper.open('poor', '10.79')
  const { handle } = (await poor('POST', '/v1/customers', { body: person })).json.data
  await poor('POST', '/v1/domains', { body: order('spent.com', handle) })
  const at = { driver: 'upstream', baseUrl: proxy.url, pollSeconds: null }
  const all = await keyOf(account, 'all', everything)
  const accounts = [
    { ...at, account: 'upper', apiKeyFile: all, tlds: ['org'], idempotency: true },
    { ...at, account: 'careful', apiKeyFile: all, tlds: ['unheard-of'] },
    { ...at, account: 'forgetful', apiKeyFile: all, baseUrl: forgetful.url, idempotency: true },
    { ...at, account: 'reading', apiKeyFile: await keyOf(account, 'reading', ['read']) },
    { ...at, account: 'unknown', apiKeyFile: file('unknown', 'no key of anybody') },
    { ...at, account: 'poor', apiKeyFile: await keyOf(poor, 'poor', everything) },
    { ...at, account: 'away', apiKeyFile: all, baseUrl: `http://127.0.0.1:${await freePort()}` },
  ]
  lower = await startInProcess({
    domains: { SETTLEMENT_WAIT_MS: '1000' },
    worker: {
      REGISTRY_ACCOUNTS_FILE: join(folder, file('accounts.json', JSON.stringify({ accounts }))),
      // So long that a test ends before it, unless the idempotency of the registrar is relied on.
      REGISTRY_ABSENCE_PAUSES_MS: '600000',
    },
  })
  await costs(lower, 'org', '300.00')
  ask = await lower.open('seller', '100000.00')
})
afterAll(async () => {
  await lower?.close()
  await forgetful?.close()
  await proxy?.close()
  await upper?.close()
})

const admin = async (at: InProcess, ...args: string[]) => {
  const lines: string[] = []
  const failure = await runCommand(args, { AMQP_URL: at.amqpUrl }, (line) => lines.push(line)).then(
    () => '',
    (error: Error) => error.message,
  )
  return { text: lines.join('\n'), failure }
}
const test = (name: string) => admin(lower, 'registry', 'test', name)
const show = async (name: string) => (await admin(lower, 'registry', 'show', name)).text

describe('a test of an account at an upstream registrar', () => {
  it('says that automatic renewal is on there, until it is off', async () => {
    const { failure } = await test('careful')
    expect(failure).toContain('Automatic renewal is on for the account')
    const { json } = await account('GET', '/v1/resellers')
    await admin(upper, 'auto-renewal', 'off', String(json.data.id))
    const { text } = await eventually(async () => {
      const again = await test('careful')
      return !`${again.failure} ${again.text}`.includes('Automatic renewal') && again
    }, 'automatic renewal is off')
    expect(text).toContain('is accepted, with the rights')
    expect(text).toContain('EUR can be spent')
    expect(text).toContain('idempotency is not assumed')
  })

  it.each([
    ['careful', 'The registrar does not sell .unheard-of'],
    ['reading', 'The key lacks the right purchase: no orders.'],
    ['unknown', 'The registrar refuses the key'],
    ['poor', 'The balance is'],
    ['away', 'does not answer'],
  ])('of the account "%s" says: %s', async (name, sentence) => {
    const { text, failure } = await test(name)
    expect(`${failure}\n${text}`).toContain(sentence)
  })

  it('leaves an account open whose key is refused', async () => {
    await test('unknown')
    expect(await show('unknown')).toContain('works')
  })

  it('shows the settings of the account without its key', async () => {
    const text = await show('careful')
    expect(text).toContain(proxy.url)
    expect(text).toContain('not compared')
    expect(text).not.toContain('nyk_')
  })

  it('does not take idempotency for proved when the registrar forgets keys', async () => {
    const { failure, text } = await test('forgetful')
    expect(`${failure}\n${text}`).toContain('carries out a request with the same idempotency key twice')
    expect(await show('forgetful')).toContain('not proved')
    expect((await account('GET', '/v1/customers?comment_pattern=test%20of%20idempotency')).json.data.total).toBe(0)
  })
})

it('a lost request is sent again at once when the idempotency of the registrar was proved, and not before', async () => {
  const { handle } = (await ask('POST', '/v1/customers', { body: person })).json.data
  const servers = {
    ns_group: undefined,
    name_servers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
  }
  const lost = async (name: string) => {
    proxy.lose({ method: 'POST', path: /^\/v1\/domains$/, what: 'request' })
    await ask('POST', '/v1/domains', { body: { ...order(name, handle), ...servers } })
  }
  const shown = async (name: string) => newest((await ask('GET', `/v1/domains?full_name=${name}`)).json.data.results)
  const isActive = (name: string) => eventually(async () => (await shown(name))?.status === 'ACT', `${name} registered`)
  const bought = async (name: string) => {
    expect(await upper.sandbox.creations(name)).toHaveLength(1)
    expect(await chargesOf(account, name)).toHaveLength(1)
  }

  await lost('waits.org')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await shown('waits.org')).toMatchObject({ status: 'REQ' })
  expect(await show('upper')).toContain('not proved')

  await test('upper')
  expect(await show('upper')).toMatch(/idempotency +proved/)
  await lost('goes-on.org')
  await isActive('goes-on.org')
  await bought('goes-on.org')

  const { json } = await ask('GET', `/v1/domains/${(await shown('waits.org'))!.id}/operations`)
  await admin(lower, 'registry', 'retry', json.data.results[0].id, '--reason', 'idempotency is proved')
  await isActive('waits.org')
  await bought('waits.org')

  // The registrar still carries out the first request, and shows no order yet.
  await upper.sandbox.delay('domain:check', 1_200, 2)
  proxy.requests()
  const stopped = proxy.stopAt(3, 'is cut off')
  const answer = ask('POST', '/v1/domains', { body: { ...order('slow.org', handle), ...servers } })
  const end = await stopped
  await new Promise((resolve) => setTimeout(resolve, 300))
  end()
  await answer
  await isActive('slow.org')
  await bought('slow.org')
})
