import type { EppClient } from '../../../test/epp-client'
import { createContact, createDomain, expectGolden, hostCommand, resultCode, Sandbox } from '../../../test/sandbox'

describe('host:create, host:check and host:info', () => {
  let sandbox: Sandbox
  let client: EppClient
  let rival: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    rival = await sandbox.session('rival')
    await client.ask(createContact('holder'))
    await client.ask(createDomain('example.org'))
  })
  afterAll(() => sandbox.close())

  const name = (host: string) => `<h:name>${host}</h:name>`
  const v4 = '<h:addr>192.0.2.2</h:addr>'

  it('creates a host inside the registry with its addresses', async () => {
    const addresses = `<h:addr ip="v4">192.0.2.2</h:addr><h:addr ip="v6">2001:DB8::1</h:addr>`
    expectGolden('host-create', await client.ask(hostCommand('create', name('NS1.example.org') + addresses)))
    expectGolden('host-info', await client.ask(hostCommand('info', name('ns1.example.org'))))
  })

  it('creates a host outside the registry without addresses', async () => {
    expect(resultCode(await client.ask(hostCommand('create', name('ns1.hoster.example'))))).toBe(1000)
    expectGolden('host-info-external', await rival.ask(hostCommand('info', name('ns1.hoster.example'))))
  })

  it('treats a host under a TLD without host objects as outside the registry', async () => {
    expect(resultCode(await client.ask(hostCommand('create', name('ns1.hoster.instant'))))).toBe(1000)
  })

  it('reports taken and invalid names in a check', async () => {
    await client.ask(hostCommand('create', name('ns9.hoster.example')))
    const names = ['ns9.hoster.example', 'free.hoster.example', '-bad.example'].map(name).join('')
    expectGolden('host-check', await client.ask(hostCommand('check', names)))
  })

  it('shows `linked` when a domain uses the host', async () => {
    await client.ask(hostCommand('create', name('ns3.hoster.example')))
    const ns = '<d:ns><d:hostObj>ns3.hoster.example</d:hostObj></d:ns>'
    expect(resultCode(await client.ask(createDomain('delegated.org', { ns })))).toBe(1000)
    expect(await client.ask(hostCommand('info', name('ns3.hoster.example')))).toContain('<host:status s="linked"/>')
  })

  it.each([
    ['a host that exists', name('twice.hoster.example'), 2302],
    ['a host in an unknown domain', name('ns1.nowhere.org') + v4, 2303],
    ['a host in a domain of another registrar', name('ns1.taken.org') + v4, 2201],
    ['a host inside the registry without an address', name('ns8.example.org'), 2003],
    ['a host outside the registry with an address', name('ns8.hoster.example') + v4, 2306],
    ['an invalid name', name('ns_8.example.org') + v4, 2005],
    ['a name of one label', name('localhost'), 2005],
    ['an invalid address', `${name('ns8.example.org')}<h:addr>192.0.2.256</h:addr>`, 2005],
    ['an address of the other version', `${name('ns8.example.org')}<h:addr ip="v6">192.0.2.2</h:addr>`, 2005],
    ['an unknown version', `${name('ns8.example.org')}<h:addr ip="v5">192.0.2.2</h:addr>`, 2001],
    ['an address given twice', name('ns8.example.org') + v4 + v4, 2306],
    ['no name', v4, 2003],
  ])('refuses to create %s', async (_name, inner, code) => {
    await rival.ask(hostCommand('create', name('twice.hoster.example')))
    expect(resultCode(await client.ask(hostCommand('create', inner)))).toBe(code)
  })

  it('answers 2303 for an unknown host', async () => {
    expectGolden('host-info-missing', await client.ask(hostCommand('info', name('ns1.nowhere.example'))))
  })
})
