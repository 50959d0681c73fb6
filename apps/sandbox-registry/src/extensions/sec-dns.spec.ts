import type { EppClient } from '../../test/epp-client'
import {
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  extended,
  resultCode,
  Sandbox,
} from '../../test/sandbox'

describe('secDNS', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    await client.ask(createContact('holder'))
    for (const name of ['update.org', 'refused.org', 'update.instant']) await client.ask(createDomain(name))
  })
  afterAll(() => sandbox.close())

  const digest = '49FD46E6C4B45C55D4AC49FD46E6C4B45C55D4AC49FD46E6C4B45C55D4AC0000'
  const ds = (keyTag: number, text = digest, type = 2) =>
    `<s:dsData><s:keyTag>${keyTag}</s:keyTag><s:alg>8</s:alg><s:digestType>${type}</s:digestType>
      <s:digest>${text}</s:digest></s:dsData>`
  const key = (flags: number) =>
    `<s:keyData><s:flags>${flags}</s:flags><s:protocol>3</s:protocol><s:alg>8</s:alg><s:pubKey>AQPJ////4Q==</s:pubKey></s:keyData>`
  const secDns = (verb: string, inner: string, attributes = '') =>
    `<s:${verb} xmlns:s="urn:ietf:params:xml:ns:secDNS-1.1"${attributes}>${inner}</s:${verb}>`
  const info = (name: string) => domainCommand('info', `<d:name>${name}</d:name>`)
  const change = (name: string, inner: string, attributes = '') =>
    extended(domainCommand('update', `<d:name>${name}</d:name>`), secDns('update', inner, attributes))
  const tags = async (name: string) =>
    [...(await client.ask(info(name))).matchAll(/<secDNS:(?:keyTag|flags)>(\d+)</g)].map(([, tag]) => Number(tag))

  it('stores DS records in a TLD that supports them', async () => {
    const withKey = ds(1).replace('</s:dsData>', `${key(257)}</s:dsData>`)
    expect(resultCode(await client.ask(extended(createDomain('ds.org'), secDns('create', withKey))))).toBe(1000)
    expectGolden('domain-info-ds', await client.ask(info('ds.org')))
  })

  it('stores keys in a TLD that supports them', async () => {
    expect(resultCode(await client.ask(extended(createDomain('key.instant'), secDns('create', key(257)))))).toBe(1000)
    expectGolden('domain-info-key', await client.ask(info('key.instant')))
  })

  it('removes before it adds, and removes all at once', async () => {
    const ask = async (inner: string) => resultCode(await client.ask(change('update.org', inner)))
    expect(await ask(`<s:add>${ds(1)}${ds(2)}</s:add>`)).toBe(1000)
    expect(await tags('update.org')).toEqual([1, 2])
    expect(await ask(`<s:rem>${ds(1)}</s:rem><s:add>${ds(3)}</s:add>`)).toBe(1000)
    expect(await tags('update.org')).toEqual([2, 3])
    expect(await ask(`<s:rem><s:all>true</s:all></s:rem><s:add>${ds(2)}</s:add><s:chg/>`)).toBe(1000)
    expect(await tags('update.org')).toEqual([2])
    expect(await ask('<s:rem><s:all>1</s:all></s:rem>')).toBe(1000)
    expect(await tags('update.org')).toEqual([])
  })

  it('removes a DS record that was created with its key by the record alone', async () => {
    const withKey = ds(7).replace('</s:dsData>', `${key(257)}</s:dsData>`)
    await client.ask(extended(createDomain('known.org'), secDns('create', withKey)))
    expect(resultCode(await client.ask(change('known.org', `<s:rem>${ds(7)}</s:rem>`)))).toBe(1000)
    expect(await tags('known.org')).toEqual([])
  })

  it('ignore-sec-dns: answers 1000 and changes no records', async () => {
    await sandbox.control('POST', '/faults', { command: 'domain:update', object: 'update.org', kind: 'ignore-sec-dns' })
    expect(resultCode(await client.ask(change('update.org', `<s:add>${ds(9)}</s:add>`)))).toBe(1000)
    expect(await tags('update.org')).toEqual([])
    expect(resultCode(await client.ask(change('update.org', `<s:add>${ds(9)}</s:add>`)))).toBe(1000)
    expect(await tags('update.org')).toEqual([9])
  })

  const many = Array.from({ length: 9 }, (_, n) => ds(n)).join('')
  it.each([
    ['keys in a TLD with DS records', 'refused.org', `<s:add>${key(257)}</s:add>`, 2306],
    ['DS records in a TLD with keys', 'update.instant', `<s:add>${ds(1)}</s:add>`, 2306],
    ['both in one command', 'refused.org', `<s:add>${ds(1)}${key(257)}</s:add>`, 2001],
    ['more than the profile allows', 'refused.org', `<s:add>${many}</s:add>`, 2306],
    ['a repeated record', 'refused.org', `<s:add>${ds(1)}${ds(1)}</s:add>`, 2306],
    ['the removal of an unknown record', 'refused.org', `<s:rem>${ds(5)}</s:rem>`, 2306],
    ['<all> with the value false', 'refused.org', '<s:rem><s:all>false</s:all></s:rem>', 2306],
    ['an empty rem', 'refused.org', '<s:rem/>', 2001],
    ['a digest of the wrong length', 'refused.org', `<s:add>${ds(1, digest.slice(2))}</s:add>`, 2306],
    ['a digest that is not hex', 'refused.org', `<s:add>${ds(1, `Z${digest.slice(1)}`)}</s:add>`, 2005],
    ['a digest of an unknown type', 'refused.org', `<s:add>${ds(1, digest, 9)}</s:add>`, 2306],
    ['a key tag out of range', 'refused.org', `<s:add>${ds(65_536)}</s:add>`, 2004],
    ['a key that is not base64', 'update.instant', `<s:add>${key(257).replace('AQPJ', 'A*')}</s:add>`, 2005],
    ['a signature lifetime', 'refused.org', '<s:chg><s:maxSigLife>60</s:maxSigLife></s:chg>', 2102],
    ['add before rem', 'refused.org', `<s:add>${ds(1)}</s:add><s:rem>${ds(2)}</s:rem>`, 2001],
  ])('refuses %s', async (_name, name, inner, code) => {
    expect(resultCode(await client.ask(change(name, inner)))).toBe(code)
    expect(await tags(name)).toEqual([])
  })

  it('refuses urgent updates, and a create with the element of an update', async () => {
    expect(resultCode(await client.ask(change('refused.org', `<s:add>${ds(1)}</s:add>`, ' urgent="1"')))).toBe(2102)
    const wrong = extended(createDomain('never.org'), secDns('update', `<s:add>${ds(1)}</s:add>`))
    expect(resultCode(await client.ask(wrong))).toBe(2001)
    expect(resultCode(await client.ask(info('never.org')))).toBe(2303)
  })
})
