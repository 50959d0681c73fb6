import type { EppClient } from '../../../test/epp-client'
import { contactCommand, createContact, createDomain, expectGolden, resultCode, Sandbox } from '../../../test/sandbox'

describe('contact:create, contact:check and contact:info', () => {
  let sandbox: Sandbox
  let client: EppClient
  let rival: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    rival = await sandbox.session('rival')
  })
  afterAll(() => sandbox.close())

  const info = (id: string, rest = '') => contactCommand('info', `<c:id>${id}</c:id>${rest}`)
  const authInfo = (pw: string) => `<c:authInfo><c:pw>${pw}</c:pw></c:authInfo>`

  it('creates a contact, shows it to its sponsor and reports it as taken in a check', async () => {
    expectGolden('contact-create', await client.ask(createContact('sh8013')))
    expectGolden('contact-info', await client.ask(info('sh8013')))
    expectGolden('contact-check', await client.ask(contactCommand('check', '<c:id>sh8013</c:id><c:id>free-one</c:id>')))
  })

  it('keeps non-ASCII text, and shows `linked` when a domain uses the contact', async () => {
    const address = '<c:addr><c:city>München</c:city><c:cc>DE</c:cc></c:addr>'
    const created = await client.ask(
      contactCommand(
        'create',
        `<c:id>holder</c:id><c:postalInfo type="loc"><c:name>Jörg &amp; Söhne</c:name>${address}</c:postalInfo>
         <c:email>joerg@example.de</c:email>${authInfo('')}`,
      ),
    )
    expect(resultCode(created)).toBe(1000)
    expect(resultCode(await client.ask(createDomain('contact-in-use.org')))).toBe(1000)
    expectGolden('contact-info-linked', await client.ask(info('holder')))
  })

  it('refuses an identifier that is taken', async () => {
    await client.ask(createContact('twice'))
    expectGolden('contact-create-exists', await rival.ask(createContact('twice')))
  })

  it('creates one contact when many creates of one identifier arrive together', async () => {
    const sessions = await Promise.all(Array.from({ length: 5 }, () => sandbox.session()))
    const codes = await Promise.all(sessions.map(async (each) => resultCode(await each.ask(createContact('raced')))))
    expect(codes.sort()).toEqual([1000, 2302, 2302, 2302, 2302])
  })

  it('hides a contact from other registrars without its authInfo, and its authInfo always', async () => {
    await client.ask(createContact('private'))
    expect(resultCode(await rival.ask(info('private')))).toBe(2201)
    expect(resultCode(await rival.ask(info('private', authInfo('wrong'))))).toBe(2202)
    const shown = await rival.ask(info('private', authInfo('2fooBAR')))
    expect(shown).toContain('<contact:email>jdoe@example.com</contact:email>')
    expect(shown).not.toContain('2fooBAR')
  })

  it('answers 2303 for an unknown identifier', async () => {
    expectGolden('contact-info-missing', await client.ask(info('nobody')))
  })

  it.each([
    ['an identifier that is too short', (xml: string) => xml.replace('>bad-one<', '>ab<'), 2005],
    ['no postal information', (xml: string) => xml.replace(/<c:postalInfo.*<\/c:postalInfo>/s, ''), 2003],
    ['no email address', (xml: string) => xml.replace(/<c:email>.*<\/c:email>/, ''), 2003],
    ['an invalid email address', (xml: string) => xml.replace('jdoe@example.com', 'jdoe'), 2005],
    ['no authInfo', (xml: string) => xml.replace(/<c:authInfo>.*<\/c:authInfo>/, ''), 2003],
    ['an invalid phone number', (xml: string) => xml.replace('+1.7035555555', '0031201234567'), 2005],
    ['an invalid country code', (xml: string) => xml.replace('>US<', '>us<'), 2005],
    ['non-ASCII text in an international address', (xml: string) => xml.replace('Dulles', 'Düllés'), 2005],
    ['an unknown type of address', (xml: string) => xml.replace('type="int"', 'type="ext"'), 2001],
    ['four lines of street', (xml: string) => xml.replace(/(<c:street>.*?<\/c:street>)/, '$1$1$1'), 2001],
    [
      'elements out of order',
      (xml: string) => xml.replace(/(<c:voice.*?<\/c:voice>)\s*(<c:fax>.*?<\/c:fax>)/, '$2$1'),
      2001,
    ],
    ['an unknown element', (xml: string) => xml.replace('<c:email>', '<c:shoe>44</c:shoe><c:email>'), 2001],
    ['an unknown attribute', (xml: string) => xml.replace('<c:email>', '<c:email kind="work">'), 2001],
    ['two addresses of one type', (xml: string) => xml.replace(/(<c:postalInfo.*<\/c:postalInfo>)/s, '$1$1'), 2005],
  ])('refuses %s', async (_name, change, code) => {
    const response = await client.ask(change(createContact('bad-one')))
    expect(resultCode(response)).toBe(code)
    expect(response).toContain('<clTRID>TEST-1</clTRID>')
  })
})
