import type { EppClient } from '../../../test/epp-client'
import {
  contactCommand,
  createContact,
  createDomain,
  domainCommand,
  expectGolden,
  hostCommand,
  resultCode,
  Sandbox,
} from '../../../test/sandbox'

describe('domain commands', () => {
  let sandbox: Sandbox
  let client: EppClient
  let rival: EppClient
  beforeAll(async () => {
    sandbox = await Sandbox.open()
    client = await sandbox.session()
    rival = await sandbox.session('rival')
    await client.ask(createContact('holder'))
    for (const host of ['ns1.hoster.example', 'ns2.hoster.example']) {
      await client.ask(hostCommand('create', `<h:name>${host}</h:name>`))
    }
  })
  afterAll(() => sandbox.close())

  const objects = '<d:ns><d:hostObj>ns1.hoster.example</d:hostObj><d:hostObj>ns2.hoster.example</d:hostObj></d:ns>'
  const attribute = (host: string, address = '') =>
    `<d:hostAttr><d:hostName>${host}</d:hostName>${address}</d:hostAttr>`
  const period = (number: string, unit = 'y') => `<d:period unit="${unit}">${number}</d:period>`
  const info = (name: string, rest = '') => domainCommand('info', `<d:name>${name}</d:name>${rest}`)
  const authInfo = (pw: string, roid = '') => `<d:authInfo><d:pw${roid}>${pw}</d:pw></d:authInfo>`

  describe('domain:check', () => {
    it('distinguishes available, taken, reserved, premium, unserved and invalid names', async () => {
      const names = ['Free.org', 'taken.org', 'reserved.org', 'premium.org', 'free.museum', '-bad.org', 'a.b.org']
      const inner = names.map((name) => `<d:name>${name}</d:name>`).join('')
      expectGolden('domain-check', await client.ask(domainCommand('check', inner)))
    })

    it('refuses a check with too many names', async () => {
      const names = (count: number) => Array.from({ length: count }, (_, n) => `<d:name>n${n}.org</d:name>`).join('')
      expect(resultCode(await client.ask(domainCommand('check', names(50))))).toBe(1000)
      expect(resultCode(await client.ask(domainCommand('check', names(51))))).toBe(2306)
    })
  })

  describe('domain:create and domain:info', () => {
    it('creates a domain with host objects for the given years', async () => {
      expectGolden('domain-create', await client.ask(createDomain('EXAMPLE.org', { ns: objects, period: period('2') })))
      expectGolden('domain-info', await client.ask(info('example.org')))
    })

    it('creates an inactive domain without nameservers, for one year by default', async () => {
      expect(resultCode(await client.ask(createDomain('idle.org')))).toBe(1000)
      expectGolden('domain-info-inactive', await client.ask(info('idle.org')))
    })

    it('accepts host attributes with glue in a TLD without host objects', async () => {
      const glue = '<d:hostAddr ip="v4">192.0.2.2</d:hostAddr><d:hostAddr ip="v6">2001:db8::2</d:hostAddr>'
      const ns = `<d:ns>${attribute('ns1.example.instant', glue)}${attribute('ns1.hoster.example')}</d:ns>`
      expect(resultCode(await client.ask(createDomain('example.instant', { ns })))).toBe(1000)
      expectGolden('domain-info-host-attributes', await client.ask(info('example.instant')))
    })

    it('accepts an internationalized name as A-label', async () => {
      expect(resultCode(await client.ask(createDomain('xn--mnchen-3ya.instant')))).toBe(1000)
    })

    it('shows subordinate hosts, delegated hosts, both or none', async () => {
      await client.ask(createDomain('parent.org', { ns: objects }))
      await client.ask(hostCommand('create', '<h:name>ns1.parent.org</h:name><h:addr>192.0.2.2</h:addr>'))
      const shown = async (hosts: string) => {
        const response = await client.ask(domainCommand('info', `<d:name hosts="${hosts}">parent.org</d:name>`))
        return [response.includes('<domain:hostObj>'), response.includes('<domain:host>ns1.parent.org<')]
      }
      expect(await shown('all')).toEqual([true, true])
      expect(await shown('del')).toEqual([true, false])
      expect(await shown('sub')).toEqual([false, true])
      expect(await shown('none')).toEqual([false, false])
      expect(resultCode(await client.ask(domainCommand('info', '<d:name hosts="some">parent.org</d:name>')))).toBe(2001)
    })

    it('hides what is not public from other registrars without the authInfo', async () => {
      await client.ask(createDomain('guarded.org', { ns: objects }))
      expectGolden('domain-info-foreign', await rival.ask(info('guarded.org')))
      expect(resultCode(await rival.ask(info('guarded.org', authInfo('wrong'))))).toBe(2202)
      expectGolden('domain-info-authorized', await rival.ask(info('guarded.org', authInfo('2fooBAR'))))
    })

    it("accepts the registrant's authInfo with the registrant's roid", async () => {
      await client.ask(createDomain('by-registrant.org'))
      const holder = await client.ask(contactCommand('info', '<c:id>holder</c:id>'))
      const roid = /<contact:roid>(.*)<\/contact:roid>/.exec(holder)?.[1] ?? ''
      const ask = async (pw: string, from: string) =>
        resultCode(await rival.ask(info('by-registrant.org', authInfo(pw, ` roid="${from}"`))))
      expect(await ask('2fooBAR', roid)).toBe(1000)
      expect(await ask('wrong', roid)).toBe(2202)
      expect(await ask('2fooBAR', 'X1-SANDBOX')).toBe(2202)
    })

    it('accepts no authInfo for a domain that has none', async () => {
      await client.ask(createDomain('sealed.org').replace('<d:pw>2fooBAR</d:pw>', '<d:pw></d:pw>'))
      expect(resultCode(await rival.ask(info('sealed.org', authInfo(''))))).toBe(2202)
    })

    it('answers 2303 for an unknown name', async () => {
      expectGolden('domain-info-missing', await client.ask(info('nowhere.org')))
    })

    it('refuses a name that is taken', async () => {
      expectGolden('domain-create-exists', await client.ask(createDomain('taken.org')))
    })

    it.each([
      ['a name that is reserved', createDomain('reserved.org'), 2306],
      ['a premium name without its fee', createDomain('premium.org'), 2003],
      ['a name of a TLD that is not served', createDomain('example.museum'), 2306],
      ['a name with three labels', createDomain('www.example.org'), 2306],
      ['an invalid name', createDomain('-example.org'), 2005],
      ['an A-label that decodes to nothing', createDomain('xn--a.org'), 2005],
      ['a U-label', createDomain('münchen.instant'), 2005],
      ['a label of 64 characters', createDomain(`${'a'.repeat(64)}.org`), 2005],
      ['eleven years', createDomain('refused.org', { period: period('11') }), 2004],
      ['zero years', createDomain('refused.org', { period: period('0') }), 2004],
      ['a period that is not a number', createDomain('refused.org', { period: period('x') }), 2005],
      ['a period of months', createDomain('refused.org', { period: period('12', 'm') }), 2306],
      ['a period of weeks', createDomain('refused.org', { period: period('1', 'w') }), 2001],
      ['a host that does not exist', createDomain('refused.org', { ns: objects.replace('ns2', 'ns7') }), 2303],
      ['a host twice', createDomain('refused.org', { ns: objects.replace('ns2', 'ns1') }), 2306],
      [
        'host attributes beside host objects',
        createDomain('refused.org', { ns: objects.replace('</d:ns>', `${attribute('ns1.x.example')}</d:ns>`) }),
        2001,
      ],
      [
        'host attributes in a TLD with host objects',
        createDomain('refused.org', { ns: `<d:ns>${attribute('ns1.x.example')}</d:ns>` }),
        2306,
      ],
      ['host objects in a TLD with host attributes', createDomain('refused.instant', { ns: objects }), 2306],
      ['an empty list of hosts', createDomain('refused.org', { ns: '<d:ns/>' }), 2001],
      [
        'a host inside the domain without glue',
        createDomain('refused.instant', { ns: `<d:ns>${attribute('ns1.refused.instant')}</d:ns>` }),
        2003,
      ],
      [
        'glue for a host outside the domain',
        createDomain('refused.instant', {
          ns: `<d:ns>${attribute('ns1.x.example', '<d:hostAddr>192.0.2.2</d:hostAddr>')}</d:ns>`,
        }),
        2306,
      ],
      ['no registrant', createDomain('refused.org').replace(/<d:registrant>.*<\/d:registrant>/, ''), 2003],
      ['a contact that does not exist', createDomain('refused.org').replace('"tech">holder', '"tech">nobody'), 2303],
      [
        'a contact of another registrar',
        createDomain('refused.org').replace('"tech">holder', '"tech">rival-holder'),
        2201,
      ],
      ['an unknown role', createDomain('refused.org').replace('"tech"', '"cook"'), 2001],
      ['no authInfo', createDomain('refused.org').replace(/<d:authInfo>.*<\/d:authInfo>/, ''), 2003],
      [
        'authInfo that is not a password',
        createDomain('refused.org').replace(/<d:pw>.*<\/d:pw>/, '<d:ext><x xmlns="urn:x"/></d:ext>'),
        2102,
      ],
    ])('refuses to create %s', async (_name, message, code) => {
      expect(resultCode(await client.ask(message))).toBe(code)
      expect((await sandbox.control('GET', '/domains/refused.org')).status).toBe(404)
    })
  })

  it('creates a domain once when twenty creates of one name arrive together', async () => {
    await sandbox.control('PATCH', '/policy', { maxSessions: 30 })
    const sessions = await Promise.all(Array.from({ length: 20 }, () => sandbox.session()))
    const codes = await Promise.all(
      sessions.map(async (each, n) => resultCode(await each.ask(createDomain('raced.org', { clTRID: `RACE-${n}` })))),
    )
    expect(codes.sort()).toEqual([1000, ...Array.from({ length: 19 }, () => 2302)])
    const { body } = await sandbox.control('GET', '/audit?object=raced.org&command=domain:create&code=1000')
    expect(body.entries).toHaveLength(1)
  })
})
