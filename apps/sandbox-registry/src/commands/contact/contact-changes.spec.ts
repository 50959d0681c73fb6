import type { EppClient } from '../../../test/epp-client'
import {
  contactCommand,
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  resultCode,
  Sandbox,
} from '../../../test/sandbox'

describe('contact:update and contact:delete', () => {
  let sandbox: Sandbox
  let client: EppClient
  let rival: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    rival = await sandbox.session('rival')
    for (const id of ['changing', 'steady', 'holder']) await client.ask(createContact(id))
    await client.ask(createDomain('example.org'))
  })
  afterAll(() => sandbox.close())

  const info = (id: string) => contactCommand('info', `<c:id>${id}</c:id>`)
  const update = (id: string, inner: string) => contactCommand('update', `<c:id>${id}</c:id>${inner}`)
  const remove = (id: string) => contactCommand('delete', `<c:id>${id}</c:id>`)
  const status = (part: 'add' | 'rem', s: string) => `<c:${part}><c:status s="${s}"/></c:${part}>`
  const postal = (type: string, inner: string) => `<c:postalInfo type="${type}">${inner}</c:postalInfo>`
  const address = '<c:addr><c:street>Marienplatz 1</c:street><c:city>München</c:city><c:cc>DE</c:cc></c:addr>'

  it('replaces given fields, removes empty ones and keeps the others', async () => {
    const chg = `<c:chg>${postal('int', '<c:org/>')}${postal('loc', `<c:name>Jörg Söhne</c:name>${address}`)}
      <c:voice>+49.891234567</c:voice><c:fax/><c:email>new@example.com</c:email>
      <c:authInfo><c:pw>n3wSecret</c:pw></c:authInfo><c:disclose flag="1"><c:voice/></c:disclose></c:chg>`
    expectGolden('contact-update', await client.ask(update('changing', chg)))
    expectGolden('contact-info-updated', await client.ask(info('changing')))
  })

  it('sets and removes statuses, which then prohibit the commands', async () => {
    expect(resultCode(await client.ask(update('steady', status('add', 'clientUpdateProhibited'))))).toBe(1000)
    expect(await client.ask(info('steady'))).toContain('<contact:status s="clientUpdateProhibited"/>')
    const chg = '<c:chg><c:email>x@example.com</c:email></c:chg>'
    expect(resultCode(await client.ask(update('steady', chg)))).toBe(2304)
    expect(resultCode(await client.ask(update('steady', status('rem', 'clientUpdateProhibited') + chg)))).toBe(1000)
    await client.ask(update('steady', status('add', 'clientDeleteProhibited')))
    expect(resultCode(await client.ask(remove('steady')))).toBe(2304)
  })

  it('deletes a contact that no domain uses, and refuses otherwise', async () => {
    await client.ask(createContact('leaving'))
    expect(resultCode(await client.ask(remove('leaving')))).toBe(1000)
    expect(resultCode(await client.ask(info('leaving')))).toBe(2303)
    expectGolden('contact-delete-linked', await client.ask(remove('holder')))
    await client.ask(domainCommand('delete', '<d:name>example.org</d:name>'))
    expect(resultCode(await client.ask(remove('holder')))).toBe(1000)
  })

  it.each([
    ['nothing to change', update('steady', ''), 2003],
    ['an empty chg', update('steady', '<c:chg/>'), 2003],
    ['an empty add', update('steady', '<c:add/>'), 2003],
    ['an unknown contact', update('nobody', '<c:chg><c:fax/></c:chg>'), 2303],
    ['a status that only the registry sets', update('steady', status('add', 'linked')), 2306],
    ['a status that is not set', update('steady', status('rem', 'clientTransferProhibited')), 2306],
    ['a new address without a name', update('steady', `<c:chg>${postal('loc', address)}</c:chg>`), 2003],
    ['two addresses of one type', update('steady', `<c:chg>${postal('int', '<c:org/>').repeat(2)}</c:chg>`), 2005],
    ['an empty name', update('steady', `<c:chg>${postal('int', '<c:name/>')}</c:chg>`), 2005],
    ['a delete of an unknown contact', remove('nobody'), 2303],
    [
      'a transfer',
      contactCommand('transfer', '<c:id>steady</c:id>').replace('<transfer>', '<transfer op="query">'),
      2101,
    ],
  ])('refuses an update with %s', async (_name, message, code) => {
    expect(resultCode(await client.ask(message))).toBe(code)
  })

  it('refuses a registrar that is not the sponsor', async () => {
    expect(resultCode(await rival.ask(update('steady', '<c:chg><c:fax/></c:chg>')))).toBe(2201)
    expect(resultCode(await rival.ask(remove('steady')))).toBe(2201)
  })
})
