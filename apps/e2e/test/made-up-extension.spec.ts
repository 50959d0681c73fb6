import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { LedgerTables } from '../src/ledger-tables'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let ask: Ask
let handle: string
const folder = temporaryFolder()

beforeAll(async () => {
  platform = await startInProcess({ worker: { REGISTRY_POLL_MS: '500' } })
  ask = await platform.open('maker')
  handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
})
afterAll(() => platform?.close())

const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
/** Runs a command of the operator. Returns its lines. */
const admin = async (...args: string[]): Promise<string> => {
  const lines: string[] = []
  await runCommand(args, { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line))
  return lines.join('\n')
}
const price = (...suffixes: string[]) => {
  const rows = suffixes.flatMap((suffix) =>
    ['create', 'renew', 'transfer', 'restore'].map((operation) => `regular,${suffix},${operation},,,,EUR,5.00,9.00`),
  )
  const head = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price'
  return admin('prices', 'import', file('prices.csv', [head, ...rows].join('\n')), '--list', 'shipped-eur', '--yes')
}
const isAvailable = (name: string, extension: string) =>
  eventually(async () => {
    const { json } = await ask('POST', '/v1/domains/check', { body: { domains: [{ name, extension }] } })
    return json.data?.results?.[0]?.status === 'free'
  }, `${name}.${extension} is free`)
const shown = async (name: string) => (await ask('GET', `/v1/tlds/${name}`)).json

it('a made-up extension goes from a JSON file to ACT in the sandbox with no source change and no restart', async () => {
  expect((await shown('acme')).code).toBe(307)
  await price('acme')
  const record = {
    suffix: 'acme',
    description: { text: 'An extension of this test' },
    registry: { account: 'sandbox' },
    periods: { max: 3 },
    hosts: { model: 'attributes' },
    additionalData: {
      order: { properties: { intended_use: { title: 'Purpose', enum: ['fun', 'work'] } }, required: ['intended_use'] },
    },
  }
  expect(await admin('tld', 'add', file('acme.json', JSON.stringify(record)))).toMatch(
    /^\.acme has these rules .* and is sold$/,
  )
  expect((await shown('acme')).data).toMatchObject({ name: 'acme', max_period: 3 })
  await isAvailable('hello', 'acme')

  const incomplete = await ask('POST', '/v1/domains', { body: order('hello.acme', handle) })
  expect(incomplete.json.code).toBe(374)
  const additional_data = { intended_use: 'fun' }
  const long = await ask('POST', '/v1/domains', {
    body: { ...order('hello.acme', handle), period: 5, additional_data },
  })
  expect(long.status).toBe(400)
  const { json } = await ask('POST', '/v1/domains', { body: { ...order('hello.acme', handle), additional_data } })
  expect(json).toMatchObject({ code: 0, data: { status: 'ACT' } })
  expect(await platform.sandbox.creations('hello.acme')).toHaveLength(1)
})

it('an extension of several labels is added from flags', async () => {
  await price('co.acme')
  const line = await admin('tld', 'add', '--set', 'suffix=co.acme', '--set', 'registry.account=sandbox')
  expect(line).toContain('and is sold')
  await isAvailable('hello', 'co.acme')
  const { json } = await ask('POST', '/v1/domains', { body: order('hello.co.acme', handle) })
  expect(json.data).toMatchObject({ status: 'ACT' })
})

it('an operator changes, compares, lists and retires extensions, from a YAML file too', async () => {
  const yaml = file('org.yaml', 'quarantine:\n  softDays: 12\nverified: true\n')
  expect(await admin('tld', 'set', 'org', yaml, '--set', 'periods.max=4')).toMatch(/quarantine\.softDays +30 +12/)
  expect((await shown('org')).data).toMatchObject({ soft_quarantine_period: 12, quarantine_period: 30, max_period: 4 })
  const compared = await admin('tld', 'diff', 'org')
  for (const line of [/^periods\.max +10 +4$/m, /^quarantine\.softDays +30 +12$/m, /^verified +false +true$/m])
    expect(compared).toMatch(line)
  expect(await admin('tld', 'diff', 'org', file('same.json', '{"verified":true}'))).toMatch(
    /quarantine\.softDays +30 +12/,
  )
  expect(await admin('tld', 'set', 'org', '--set', 'periods.max=4')).toBe('nothing is changed')

  const later = new Date(Date.now() + 86_400_000).toISOString()
  await admin('tld', 'set', 'org', '--set', 'periods.max=7', '--from', later)
  expect(await admin('tld', 'show', 'org')).toContain('max: 4')
  expect(await admin('tld', 'show', 'org', '--at', later)).toContain('max: 7')

  expect(await admin('tld', 'list', '--sold')).toMatch(/^\.acme +sandbox +plain +operator +sold$/m)
  expect(await admin('tld', 'list')).toMatch(/^\.us +plain +release +it has no account at a registry$/m)
  expect(await admin('tld', 'list', '*.acme')).toMatch(/^\.co\.acme /m)
  expect((await admin('tld', 'list', '.us')).split('\n')).toHaveLength(3)
  expect(await admin('tld', 'list', '--unverified')).not.toContain('.org ')

  expect(await admin('tld', 'retire', 'co.acme')).toContain('.co.acme is not sold any more')
  expect((await shown('co.acme')).code).toBe(307)
  const { json } = await ask('GET', '/v1/domains?full_name=hello.co.acme')
  expect(json.data.results).toMatchObject([{ status: 'ACT' }])
})

it('an account cancels a transfer that the losing registrar has not pushed, and gets its money back once', async () => {
  await price('pushed')
  const transfer = { model: 'push', tag: 'NAMEYARD', waitDays: 0, approvedBy: 'nobody', periodYears: 0 }
  const record = { suffix: 'pushed', registry: { account: 'sandbox' }, transfer }
  expect(await admin('tld', 'add', file('pushed.json', JSON.stringify(record)))).toContain('and is sold')
  await isAvailable('free', 'pushed')
  await platform.sandbox.registerElsewhere('moved.pushed', 'never-told-1A#')
  const ledger = await LedgerTables.of(platform.databaseUrl)
  const resellerId = (await ask('GET', '/v1/resellers')).json.data.id
  const { domain } = order('moved.pushed', handle)
  const place = async () => {
    const { json } = await ask('POST', '/v1/domains/transfer', { body: { domain, owner_handle: handle } })
    await eventually(() => ledger.isWaiting('moved.pushed'), 'the transfer to wait')
    return json
  }
  try {
    const before = await ledger.balance(resellerId)
    const { data } = await place()
    expect(data).toMatchObject({ status: 'REQ' })
    expect((await ask('GET', `/v1/domains/${data.id}`)).json.data.transfer_cancel_supported).toBe(true)
    expect((await ledger.balance(resellerId)).reserved).toBe(before.reserved + 900)
    const cancelled = await Promise.all([1, 2].map(() => ask('DELETE', `/v1/domains/${data.id}`)))
    expect(cancelled.map(({ status }) => status)).toContain(200)
    for (const { status } of cancelled) expect(status).toBeLessThan(500)
    await eventually(async () => (await ledger.unfinished('moved.pushed')).length === 0, 'no open work')
    expect(await ledger.balance(resellerId)).toEqual(before)
    expect(await ledger.ordersOf('moved.pushed')).toEqual([{ state: 'released', movements: ['release', 'reserve'] }])
    expect(await platform.sandbox.attempts('moved.pushed', 'domain:transfer')).toBe(0)
    expect(await ledger.violations()).toEqual([])
    // The same order again, which the losing registrar pushes: paid once.
    await place()
    await platform.sandbox.push('moved.pushed')
    await eventually(async () => (await ledger.unfinished('moved.pushed')).length === 0, 'the transfer')
    expect((await ledger.ordersOf('moved.pushed')).at(-1)).toMatchObject({ state: 'captured' })
  } finally {
    await ledger.end()
  }
})

it('a record is refused as a whole, with every fault named', async () => {
  const record = { suffix: '.Bad', colour: 'red', periods: { min: 4, max: 2 }, transfer: { model: 'sale' } }
  const refused = admin('tld', 'add', file('bad.json', JSON.stringify(record)))
  const faults = await refused.then(
    () => '',
    (error: Error) => error.message,
  )
  for (const field of ['record.suffix', 'colour', 'record.periods.max', 'record.transfer.model'])
    expect(faults).toContain(field)
  await expect(admin('tld', 'add', file('broken.json', '{'))).rejects.toThrow('It cannot be read as JSON or YAML')
})
