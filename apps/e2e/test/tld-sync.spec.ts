import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Stands for the lists of IANA and ICANN. */
const lists: Record<string, string> = {
  '/tlds': '# Version 1\nAPP\nCOM\nNL\nNEWTHING\nTRAVEL\nSHOP\nZZ\n',
  '/rdap': JSON.stringify({
    services: [
      [['app'], ['https://pubapi.registry.google/rdap/']],
      [['newthing'], ['https://rdap.brandnew.example/newthing/', 'http://rdap.brandnew.example/']],
      [['travel'], ['https://rdap.identitydigital.services/rdap/']],
    ],
  }),
  '/gtlds': JSON.stringify({
    gTLDs: [
      { gTLD: 'app', registryOperator: 'Charleston Road Registry Inc.', applicationId: '1-1138-33325' },
      { gTLD: 'newthing', registryOperator: 'New Thing Ltd.', applicationId: '2-1-1' },
      { gTLD: 'travel', registryOperator: 'Dog Beach, LLC', applicationId: null },
    ],
  }),
}

let server: Server
let base: string
let platform: InProcess
let north: Ask
beforeAll(async () => {
  server = createServer((request, response) => {
    const text = lists[request.url!]
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  platform = await startInProcess()
  north = await platform.open('north')
})
afterAll(async () => {
  await platform?.close()
  server?.close()
})

async function admin(words: readonly string[], ask?: () => Promise<boolean>): Promise<string> {
  const lines: string[] = []
  await runCommand(words, { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line), ask)
  return lines.join('\n')
}
const sync = (words: readonly string[] = [], at: Partial<Record<'gtlds' | 'rdap' | 'tlds', string>> = {}) =>
  admin([
    ...['tld', 'sync', '--tlds', at.tlds ?? `${base}/tlds`, '--rdap', at.rdap ?? `${base}/rdap`],
    ...['--gtlds', at.gtlds ?? `${base}/gtlds`, ...words],
  ])
const sold = async () => {
  const { json } = await north('GET', '/v1/tlds?limit=1000')
  return (json.data.results as { name: string }[]).map(({ name }) => name)
}

it('tld sync: reports what the public lists have, and changes nothing without a yes', async () => {
  const before = await sold()
  const report = await sync()
  expect(report).toMatch(/2 × new, with the rules of a back-end that is not known:\n {2}\.newthing\n {2}\.zz/)
  expect(report).toMatch(/1 × of the back-end google: description, source:\n {2}\.app/)
  expect(report).toMatch(/1 × of the back-end identity-digital: .*\n {2}\.travel/)
  expect(report).toContain('.aaa')
  expect(report).toContain('4 extensions change, 2 are confirmed or in use and stay')
  expect(report).toContain('nothing is changed')
  await expect(admin(['tld', 'show', 'newthing'])).rejects.toThrow('newthing')
  expect(await sold()).toEqual(before)
})

it('tld sync --yes: takes over the lists once, and leaves what an operator confirmed', async () => {
  await admin(['tld', 'set', 'travel', '--set', 'verified=true', '--set', 'hosts.max=6'])
  expect(await sync(['--yes'])).toContain('3 extensions are taken over')
  const shown = await admin(['tld', 'show', 'newthing'])
  for (const part of ['New Thing Ltd.', 'rdap.brandnew.example', 'verified: false', 'isNewGtld: true', 'not sold'])
    expect(shown).toContain(part)
  expect(await admin(['tld', 'show', 'travel'])).toMatch(/max: 6/)
  expect(await sync(['--yes'])).toContain('0 extensions change, 3 are confirmed')
})

it('sells a synchronized extension once it has an account and a price', async () => {
  await admin(['tld', 'set', 'newthing', '--set', 'registry.account=sandbox'])
  expect(await sold()).not.toContain('newthing')
  const file = join(temporaryFolder(), 'prices.csv')
  const rows = ['create', 'renew', 'transfer', 'restore'].map((each) => `regular,newthing,${each},,,,EUR,1.00,2.00`)
  const head = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price'
  writeFileSync(file, [head, ...rows].join('\n'))
  await admin(['prices', 'import', file, '--list', 'shipped-eur'], async () => true)
  expect(await sold()).toContain('newthing')
  const { json: customer } = await north('POST', '/v1/customers', { body: person })
  const { json, text } = await north('POST', '/v1/domains', { body: order('first.newthing', customer.data.handle) })
  if (json.code !== 0) throw new Error(text)
  await eventually(
    async () => (await north('GET', `/v1/domains/${json.data.id}`)).json.data.status === 'ACT',
    'the registration',
  )
})

it.each([
  ['answers an error', { tlds: '/none' }, 'answers 404.'],
  ['has another form', { rdap: '/tlds' }, 'has another form than expected.'],
] as const)('tld sync: changes nothing when a list %s', async (_, at, problem) => {
  const [[list, path]] = Object.entries(at) as [[string, string]]
  await expect(sync(['--yes'], { [list]: `${base}${path}` })).rejects.toThrow(`${base}${path} ${problem}`)
})

it('tld sync: reads lists with https alone, except from this machine', async () => {
  await expect(sync([], { tlds: 'http://example.com/list' })).rejects.toThrow('is no address with https')
})
