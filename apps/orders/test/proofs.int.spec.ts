import { createSocket } from 'node:dgram'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { service as dns } from '@nameyard/dns/service'
import { hostResolver } from '@nameyard/egress/resolver'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { AccountsStandIn } from '@nameyard/testing/accounts'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { HoldersStandIn } from '@nameyard/testing/holders'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { LookupFailed } from '../src/proofs/dns-lookup'
import { HostedProofs } from '../src/proofs/hosted-proofs'
import { ResolverLookup } from '../src/proofs/resolver.lookup'

const clock = new SettableClock()
let database: TestDatabase
let broker: TestBroker
let running: Running
let asker: TestParty
let holder: TestParty
let customers: TestParty
let proofs: HostedProofs
let lookup: ResolverLookup
let addressesOf: (host: string) => Promise<readonly string[]>

beforeAll(async () => {
  const [port, ...made] = await Promise.all([freePort(), testDatabase(dns), testBroker()])
  ;[database, broker] = made
  const base = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
  const settings = { ...base, DNS_PORT: String(port), DELEGATION_ROOTS: '127.0.0.1:1' }
  running = await dns.start(loadConfig(dns.config, settings), { clock, log: createLog('test', 'silent') })
  asker = await testParty('orders', { url: broker.url, clock })
  holder = await testParty('domains', { url: broker.url, clock, controllers: [HoldersStandIn] })
  customers = await testParty('customers', { url: broker.url, clock, controllers: [AccountsStandIn] })
  proofs = new HostedProofs(asker.rpc)
  lookup = new ResolverLookup([`127.0.0.1:${port}`], 1_000)
  addressesOf = hostResolver({ servers: [`127.0.0.1:${port}`], timeoutMs: 1_000 }).public
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
  for (const name of ['mine', 'other'])
    await asker.rpc.call(createZone, { domain: { name, extension: 'com' }, type: 'master', records }, asker.call(1))
  await eventually(async () => (await addressesOf('www.mine.com').catch(() => [])).length > 0, 'mine.com')
})
afterAll(async () => {
  await asker?.close()
  await holder?.close()
  await customers?.close()
  await running?.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

const txt = (name: string, value = 'proof', resellerId = 1) => ({ resellerId, name, type: 'TXT', value }) as const
const seen = (name: string, value: string, exists: boolean) =>
  eventually(async () => (await lookup.records(name, 'TXT')).includes(value) === exists, `${value} at ${name}`)
const versions = async () =>
  (await asker.rpc.call(listZoneVersions, { name: 'mine.com' }, asker.call(1))).results.map(({ source }) => source)

describe('a proof in a zone that is hosted here', () => {
  it('is placed once, is found by a look-up, and is removed without other records', async () => {
    const name = '_proof.a.mine.com'
    expect(await proofs.place(txt(name), asker.call())).toBe('placed')
    expect(await proofs.place(txt(name), asker.call())).toBe('placed')
    expect(await proofs.place(txt(name, 'second'), asker.call())).toBe('placed')
    expect(await versions()).toEqual(['zones.set-proof', 'zones.set-proof', 'zones.create'])
    await seen(name, 'proof', true)
    await seen(name, 'second', true)
    await proofs.remove(txt(name), asker.call())
    await proofs.remove(txt(name), asker.call())
    await seen(name, 'proof', false)
    await seen(name, 'second', true)
    expect(await versions()).toHaveLength(4)
    expect(await addressesOf('www.mine.com')).toEqual(['192.0.2.1'])
  })

  it('can be a CNAME to another name', async () => {
    const proof = { ...txt('_alias.mine.com', 'Target.example.net'), type: 'CNAME' } as const
    expect(await proofs.place(proof, asker.call())).toBe('placed')
    await eventually(
      async () => (await lookup.records('_alias.mine.com', 'CNAME'))[0] === 'target.example.net',
      'the alias',
    )
  })

  it('is refused at a name with a CNAME, and for a name without a zone in the account', async () => {
    const alias = { ...txt('_taken.mine.com', 'target.example.net'), type: 'CNAME' } as const
    expect(await proofs.place(alias, asker.call())).toBe('placed')
    expect(await proofs.place(txt('_taken.mine.com'), asker.call())).toBe('refused')
    expect(await proofs.place(txt('_proof.elsewhere.com'), asker.call())).toBe('not hosted')
    expect(await proofs.place(txt('_proof.other.com', 'proof', 2), asker.call())).toBe('not hosted')
    const { records } = await asker.rpc.call(getZone, { name: 'other.com', with_records: true }, asker.call(1))
    expect(JSON.stringify(records)).not.toContain('proof')
  })
})

describe('a DNS look-up', () => {
  it('returns nothing for a name without records', async () => {
    expect(await lookup.records('nothing.mine.com', 'TXT')).toEqual([])
    expect(await lookup.records('www.mine.com', 'TXT')).toEqual([])
    expect(await lookup.records('www.mine.com', 'CNAME')).toEqual([])
    expect(await addressesOf('nothing.mine.com')).toEqual([])
  })

  it('fails when the server refuses the query or does not answer', async () => {
    await expect(lookup.records('nobodys.org', 'TXT')).rejects.toBeInstanceOf(LookupFailed)
    await expect(addressesOf('nobodys.org')).rejects.toThrow('EREFUSED')
    const silent = createSocket('udp4')
    await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
    const asking = new ResolverLookup([`127.0.0.1:${silent.address().port}`], 100)
    await expect(asking.records('www.mine.com', 'TXT')).rejects.toBeInstanceOf(LookupFailed)
    silent.close()
  })
})
