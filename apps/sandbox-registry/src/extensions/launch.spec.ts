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

describe('launch phases', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    await client.ask(createContact('holder'))
  })
  afterAll(() => sandbox.close())

  const key = '2027030100/1/2/3/sandbox-trademark-0001'
  const launch = (verb: string, inner: string, attributes = '') =>
    `<l:${verb} xmlns:l="urn:ietf:params:xml:ns:launch-1.0"${attributes}>${inner}</l:${verb}>`
  const phase = (name: string) => `<l:phase>${name}</l:phase>`
  const code = `<l:codeMark><l:code validatorID="tmch">${key}</l:code></l:codeMark>`
  const signed = (label: string) =>
    `<s:encodedSignedMark xmlns:s="urn:ietf:params:xml:ns:signedMark-1.0">${Buffer.from(
      `<smd><label>${label}</label></smd>`,
    ).toString('base64')}</s:encodedSignedMark>`
  const notice = (notAfter: string) =>
    `<l:notice><l:noticeID validatorID="tmch">370d0b7c9223372036854775807</l:noticeID><l:notAfter>${notAfter}</l:notAfter>
      <l:acceptedDate>2027-03-01T11:00:00Z</l:acceptedDate></l:notice>`
  const create = async (name: string, inner?: string, attributes = '') =>
    resultCode(
      await client.ask(
        inner === undefined ? createDomain(name) : extended(createDomain(name), launch('create', inner, attributes)),
      ),
    )
  const check = (names: string[], extension: string) =>
    extended(domainCommand('check', names.map((name) => `<d:name>${name}</d:name>`).join('')), extension)

  it('returns the claim keys of trademarks in a claims check', async () => {
    const answer = await client.ask(check(['trademark.launch', 'free.launch'], launch('check', phase('claims'))))
    expectGolden('domain-check-claims', answer)
  })

  it('returns the availability in a phase in an availability check', async () => {
    const names = ['free.launch', 'free.org']
    const asked = await client.ask(check(names, launch('check', phase('sunrise'), ' type="avail"')))
    expect(asked.match(/avail="\d"/g)).toEqual(['avail="1"', 'avail="0"'])
  })

  describe('in sunrise', () => {
    it.each([
      ['no mark', 'trademark.launch', undefined, 2306],
      ['a mark for another label', 'other.launch', phase('sunrise') + code, 2306],
      ['an invalid code', 'trademark.launch', phase('sunrise') + code.replace(key, 'none'), 2306],
      ['a signed mark of another label', 'trademark.launch', phase('sunrise') + signed('other'), 2306],
      ['another phase', 'trademark.launch', phase('claims') + code, 2306],
      ['an unknown phase', 'trademark.launch', phase('noon') + code, 2001],
      ['a mark after a notice', 'trademark.launch', phase('sunrise') + notice('2027-04-01T00:00:00Z') + code, 2001],
      ['an unknown element', 'trademark.launch', `${phase('sunrise')}<l:shoe/>`, 2001],
    ])('refuses to create %s', async (_name, name, inner, expected) => {
      expect(await create(name, inner)).toBe(expected)
    })

    it('refuses applications', async () => {
      expect(await create('trademark.launch', phase('sunrise') + code, ' type="application"')).toBe(2306)
    })

    it('creates a domain with a mark', async () => {
      expect(await create('trademark.launch', phase('sunrise') + signed('trademark'), ' type="registration"')).toBe(
        1000,
      )
    })
  })

  describe('in claims', () => {
    beforeAll(async () => {
      expect((await sandbox.control('PATCH', '/tlds/launch', { launchPhase: 'claims' })).status).toBe(200)
      await client.ask(domainCommand('delete', '<d:name>trademark.launch</d:name>'))
    })

    it('requires the accepted notice of a trademark', async () => {
      expect(await create('trademark.launch')).toBe(2003)
      expect(await create('trademark.launch', phase('claims'))).toBe(2003)
      expect(await create('trademark.launch', phase('claims') + notice('2027-03-01T11:30:00Z'))).toBe(2306)
      expect(await create('trademark.launch', phase('claims') + notice('2027-03-02T00:00:00Z'))).toBe(1000)
    })

    it('requires no notice without a trademark', async () => {
      expect(await create('plain.launch')).toBe(1000)
      expect(await create('named.launch', phase('claims'))).toBe(1000)
    })
  })

  it('requires no mark in the phase open', async () => {
    await sandbox.control('PATCH', '/tlds/launch', { launchPhase: 'open' })
    expect(await create('late.launch', phase('sunrise') + code)).toBe(2306)
    expect(await create('late.launch', phase('open'))).toBe(1000)
    expect((await sandbox.control('PATCH', '/tlds/nowhere', { launchPhase: 'open' })).status).toBe(404)
  })
})
