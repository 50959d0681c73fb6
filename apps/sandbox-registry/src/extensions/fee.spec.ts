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

describe('fees', () => {
  let sandbox: Sandbox
  let client: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    await client.ask(createContact('holder'))
  })
  afterAll(() => sandbox.close())

  const fee = (verb: string, inner: string) =>
    `<f:${verb} xmlns:f="urn:ietf:params:xml:ns:epp:fee-1.0">${inner}</f:${verb}>`
  const stated = (verb: string, amount: string, currency = 'USD') =>
    fee(verb, `<f:currency>${currency}</f:currency><f:fee>${amount}</f:fee>`)
  const check = (names: string[], inner: string) =>
    extended(domainCommand('check', names.map((name) => `<d:name>${name}</d:name>`).join('')), fee('check', inner))
  const command = (name: string, inner = '') => `<f:command name="${name}">${inner}</f:command>`
  const charges = async (domain: string) => {
    const { body } = await sandbox.control('GET', `/charges?domain=${domain}`)
    return (body as unknown as { charges: { kind: string; cents: number }[] }).charges.map(({ kind, cents }) => [
      kind,
      Number(cents),
    ])
  }

  it('are returned by a check for every name and command', async () => {
    const commands = [
      command('create', '<f:period unit="y">2</f:period>'),
      command('renew'),
      command('transfer'),
      command('restore'),
      command('delete'),
      '<f:command name="create" phase="sunrise"/>',
    ].join('')
    const names = ['free.org', 'premium.org', 'taken.org', 'free.instant', 'premium.instant', '-bad']
    expectGolden('domain-check-fee', await client.ask(check(names, `<f:currency>USD</f:currency>${commands}`)))
    const euro = await client.ask(check(['free.org'], `<f:currency>EUR</f:currency>${command('create')}`))
    expect(euro).toContain('<fee:cd avail="0">')
  })

  it('must be stated for a premium name and cover its price', async () => {
    const create = createDomain('premium.org', { period: '<d:period unit="y">2</d:period>' })
    expect(resultCode(await client.ask(create))).toBe(2003)
    expectGolden('domain-create-fee-low', await client.ask(extended(create, stated('create', '199.99'))))
    expect(resultCode(await client.ask(extended(create, stated('create', '200.00', 'EUR'))))).toBe(2004)
    expectGolden('domain-create-fee', await client.ask(extended(create, stated('create', '200.00'))))
    expect(await charges('premium.org')).toEqual([['create', 20_000]])
  })

  it('may be stated for any name, and are confirmed then', async () => {
    expect(resultCode(await client.ask(extended(createDomain('plain.org'), stated('create', '7.99'))))).toBe(2004)
    const created = await client.ask(extended(createDomain('plain.org'), stated('create', '8')))
    expect(created).toContain('<fee:fee refundable="1" grace-period="P5D">8.00</fee:fee>')
    const date = '<d:curExpDate>2028-03-01</d:curExpDate>'
    const renew = domainCommand('renew', `<d:name>plain.org</d:name>${date}<d:period unit="y">2</d:period>`)
    expect(resultCode(await client.ask(extended(renew, stated('renew', '15.99'))))).toBe(2004)
    expectGolden('domain-renew-fee', await client.ask(extended(renew, stated('renew', '16.00'))))
    expect(await charges('plain.org')).toEqual([
      ['create', 800],
      ['renew', 1600],
    ])
  })

  it('apply to transfers and restores', async () => {
    const inner = '<d:name>taken.info</d:name><d:authInfo><d:pw>Rival-0ne-Code</d:pw></d:authInfo>'
    const transfer = domainCommand('transfer', inner).replace('<transfer>', '<transfer op="request">')
    expect(resultCode(await client.ask(extended(transfer, stated('transfer', '1.00'))))).toBe(2004)
    expectGolden('domain-transfer-fee', await client.ask(extended(transfer, stated('transfer', '8.00'))))

    await client.ask(createDomain('lapsed.org'))
    await sandbox.control('POST', '/domains/lapsed.org/age', { seconds: 6 * 86_400 })
    await client.ask(domainCommand('delete', '<d:name>lapsed.org</d:name>'))
    const rgp = '<r:update xmlns:r="urn:ietf:params:xml:ns:rgp-1.0"><r:restore op="request"/></r:update>'
    const restore = domainCommand('update', '<d:name>lapsed.org</d:name><d:chg/>')
    expect(resultCode(await client.ask(extended(restore, rgp + stated('update', '39.00'))))).toBe(2004)
    expectGolden('domain-restore-fee', await client.ask(extended(restore, rgp + stated('update', '40.00'))))
  })

  it.each([
    ['another element', extended(createDomain('refused.org'), stated('renew', '8.00')), 2001],
    ['no fee in it', extended(createDomain('refused.org'), fee('create', '')), 2003],
    ['a negative fee', extended(createDomain('refused.org'), stated('create', '-8.00')), 2004],
    ['a fee that is not a number', extended(createDomain('refused.org'), stated('create', 'eight')), 2005],
    ['an invalid currency', extended(createDomain('refused.org'), stated('create', '8.00', 'usd')), 2005],
    ['an unknown command', check(['a.org'], command('borrow')), 2001],
    ['no command', check(['a.org'], ''), 2003],
    [
      'a fee for a free command',
      extended(domainCommand('update', '<d:name>plain.org</d:name>'), stated('update', '8.00')),
      2306,
    ],
  ])('are refused with %s', async (_name, message, code) => {
    expect(resultCode(await client.ask(message))).toBe(code)
  })
})
