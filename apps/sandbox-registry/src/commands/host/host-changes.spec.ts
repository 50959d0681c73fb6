import type { EppClient } from '../../../test/epp-client'
import {
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  hostCommand,
  resultCode,
  Sandbox,
} from '../../../test/sandbox'

describe('host:update and host:delete', () => {
  let sandbox: Sandbox
  let client: EppClient
  let rival: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    rival = await sandbox.session('rival')
    await client.ask(createContact('holder'))
    for (const name of ['example.org', 'other.org']) await client.ask(createDomain(name))
    for (const host of ['ns1.example.org', 'ns2.example.org', 'ns3.example.org']) {
      await client.ask(hostCommand('create', `<h:name>${host}</h:name><h:addr>192.0.2.2</h:addr>`))
    }
    for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
      await client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
    }
  })
  afterAll(() => sandbox.close())

  const info = (name: string) => hostCommand('info', `<h:name>${name}</h:name>`)
  const update = (name: string, inner: string) => hostCommand('update', `<h:name>${name}</h:name>${inner}`)
  const remove = (name: string) => hostCommand('delete', `<h:name>${name}</h:name>`)
  const rename = (name: string) => `<h:chg><h:name>${name}</h:name></h:chg>`
  const address = (part: 'add' | 'rem', text: string, ip = 'v4') =>
    `<h:${part}><h:addr ip="${ip}">${text}</h:addr></h:${part}>`
  const delegate = (domain: string, host: string) =>
    createDomain(domain, { ns: `<d:ns><d:hostObj>${host}</d:hostObj></d:ns>` })

  it('adds and removes addresses', async () => {
    const inner = address('add', '2001:DB8::7', 'v6') + address('rem', '192.0.2.2')
    expectGolden('host-update', await client.ask(update('ns1.example.org', inner)))
    expectGolden('host-info-updated', await client.ask(info('ns1.example.org')))
  })

  it('renames a host; the delegations follow', async () => {
    await client.ask(delegate('follower.org', 'ns2.example.org'))
    expect(resultCode(await client.ask(update('ns2.example.org', rename('NS2.Other.org'))))).toBe(1000)
    expect(resultCode(await client.ask(info('ns2.example.org')))).toBe(2303)
    const domain = await client.ask(domainCommand('info', '<d:name>follower.org</d:name>'))
    expect(domain).toContain('<domain:hostObj>ns2.other.org</domain:hostObj>')
    const parent = await client.ask(domainCommand('info', '<d:name>other.org</d:name>'))
    expect(parent).toContain('<domain:host>ns2.other.org</domain:host>')
  })

  it('frees a domain of a host that other domains use', async () => {
    await rival.ask(createContact('rivals'))
    const used = delegate('rivals.org', 'ns3.example.org').replaceAll('holder', 'rivals')
    expect(resultCode(await rival.ask(used))).toBe(1000)
    expect(resultCode(await client.ask(remove('ns3.example.org')))).toBe(2305)
    expect(resultCode(await client.ask(update('ns3.example.org', rename('ns3.elsewhere.example'))))).toBe(1000)
    const shown = await client.ask(info('ns3.elsewhere.example'))
    expect(shown).not.toContain('<host:addr')
    expect(resultCode(await client.ask(update('ns3.elsewhere.example', rename('ns4.elsewhere.example'))))).toBe(2305)
  })

  it('sets and removes statuses, which then prohibit the commands', async () => {
    const status = (part: string, s: string) => `<h:${part}><h:status s="${s}"/></h:${part}>`
    await client.ask(update('ns1.hoster.example', status('add', 'clientUpdateProhibited')))
    expect(resultCode(await client.ask(update('ns1.hoster.example', rename('ns8.hoster.example'))))).toBe(2304)
    expect(resultCode(await client.ask(update('ns1.hoster.example', status('rem', 'clientUpdateProhibited'))))).toBe(
      1000,
    )
    await client.ask(update('ns1.hoster.example', status('add', 'clientDeleteProhibited')))
    expect(resultCode(await client.ask(remove('ns1.hoster.example')))).toBe(2304)
  })

  it('deletes a host that no domain uses, and refuses otherwise', async () => {
    expect(resultCode(await client.ask(remove('ns2.hoster.example')))).toBe(1000)
    expect(resultCode(await client.ask(info('ns2.hoster.example')))).toBe(2303)
    expectGolden('host-delete-linked', await client.ask(remove('ns2.other.org')))
  })

  it.each([
    ['nothing to change', update('ns1.example.org', ''), 2003],
    ['the last address inside the registry', update('ns1.example.org', address('rem', '2001:db8::7', 'v6')), 2003],
    ['an address it does not have', update('ns1.example.org', address('rem', '192.0.2.99')), 2306],
    ['an address it has', update('ns1.example.org', address('add', '2001:db8::7', 'v6')), 2306],
    ['an address outside the registry', update('ns1.hoster.example', address('add', '192.0.2.1')), 2306],
    ['a name that is taken', update('ns1.example.org', rename('ns1.hoster.example')), 2302],
    ['a name in an unknown domain', update('ns1.example.org', rename('ns1.nowhere.org')), 2303],
    ['a name in a domain of another registrar', update('ns1.example.org', rename('ns1.taken.org')), 2201],
    ['a name inside the registry without address', update('ns1.hoster.example', rename('ns9.example.org')), 2003],
    ['an invalid name', update('ns1.example.org', rename('-ns.example')), 2005],
    ['an unknown host', update('ns1.nowhere.example', rename('ns1.x.example')), 2303],
  ])('refuses an update with %s', async (_name, message, code) => {
    expect(resultCode(await client.ask(message))).toBe(code)
  })

  it('refuses a registrar that is not the sponsor', async () => {
    expect(resultCode(await rival.ask(update('ns1.example.org', rename('ns1.x.example'))))).toBe(2201)
    expect(resultCode(await rival.ask(remove('ns1.example.org')))).toBe(2201)
  })
})
