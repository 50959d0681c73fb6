import { answerTo, dataOf as done, expectGolden, readGolden as read } from '../test/golden'
import { encodeCommand, type Command } from './command'
import { checkContact } from './contact/check'
import { createContact } from './contact/create'
import { infoContact } from './contact/info'
import { checkDomain } from './domain/check'
import { createDomain } from './domain/create'
import { infoDomain } from './domain/info'
import { checkHost } from './host/check'
import { createHost } from './host/create'
import { infoHost } from './host/info'
import { decodeGreeting } from './session/greeting'
import { hello } from './session/hello'
import { login } from './session/login'
import { logout } from './session/logout'

const authInfo = { pw: '2fooBAR & <more>' }
const hosts = [
  { name: 'ns1.new.example', addresses: ['192.0.2.1', '2001:db8::1'] },
  { name: 'ns1.other.example', addresses: [] },
]
const registration = {
  name: 'new.example',
  period: { value: 2, unit: 'y' },
  registrant: 'NY-100001',
  contacts: [
    { type: 'admin', id: 'NY-100002' },
    { type: 'tech', id: 'NY-100003' },
    { type: 'billing', id: 'NY-100003' },
  ],
  authInfo,
} as const

describe('requests', () => {
  const requests: Record<string, Command<unknown>> = {
    'session/login': login(
      { clID: 'nameyard', pw: 'foo-BAR2', newPW: 'bar-FOO2' },
      {
        lang: 'en',
        objURIs: ['urn:ietf:params:xml:ns:domain-1.0', 'urn:ietf:params:xml:ns:contact-1.0'],
        extURIs: ['urn:ietf:params:xml:ns:secDNS-1.1'],
      },
    ),
    'session/login-without-extensions': login(
      { clID: 'nameyard', pw: 'foo-BAR2' },
      { lang: 'fr', objURIs: ['urn:ietf:params:xml:ns:domain-1.0'], extURIs: [] },
    ),
    'session/logout': logout,
    'domain/check': checkDomain(['free.example', 'xn--mller-kva.example']),
    'domain/info': infoDomain('taken.example'),
    'domain/info-with-auth-info': infoDomain('taken.example', {
      hosts: 'sub',
      authInfo: { ...authInfo, roid: 'C0000001-EXMPL' },
    }),
    'domain/create': createDomain({ ...registration, ns: { form: 'hostObj', hosts } }),
    'domain/create-host-attributes': createDomain({ ...registration, ns: { form: 'hostAttr', hosts } }),
    'domain/create-least': createDomain({
      name: 'new.example',
      ns: { form: 'hostObj', hosts: [] },
      authInfo: { pw: '' },
    }),
    'contact/check': checkContact(['NY-100001', 'NY-100002']),
    'contact/info': infoContact('NY-100001'),
    'contact/info-with-auth-info': infoContact('NY-100001', authInfo),
    'contact/create': createContact({
      id: 'NY-100001',
      postalInfo: [
        { type: 'int', name: 'Zoe Muller', street: ['Example Street 1'], city: 'Koln', pc: '50667', cc: 'DE' },
        {
          type: 'loc',
          name: 'Zoë Müller',
          org: 'Müller & Töchter',
          street: ['Beispielstraße 1', '2. Stock'],
          city: 'Köln',
          sp: 'NRW',
          pc: '50667',
          cc: 'DE',
        },
      ],
      voice: { number: '+49.2215555555', x: '12' },
      fax: { number: '+49.2215555556' },
      email: 'zoe@muller.example',
      authInfo,
      disclose: { flag: false, name: ['int'], addr: ['int', 'loc'], voice: true, email: true },
    }),
    'contact/create-least': createContact({
      id: 'NY-100001',
      postalInfo: [{ type: 'int', name: 'Zoe Muller', street: [], city: 'Koln', cc: 'DE' }],
      email: 'zoe@muller.example',
      authInfo,
    }),
    'host/check': checkHost(['ns1.free.example', 'ns1.taken.example']),
    'host/info': infoHost('ns1.taken.example'),
    'host/create': createHost('ns1.new.example', ['192.0.2.1', '2001:db8::1']),
    'host/create-without-address': createHost('ns1.other.example'),
  }

  it.each(Object.entries(requests))('prints %s', (name, command) => {
    expectGolden(`request/${name}`, encodeCommand(command, 'op-0001-1'))
  })

  it('prints session/hello', () => expectGolden('request/session/hello', hello))

  it('prints extensions between the verb and the clTRID', () => {
    const extended = { ...logout, extension: [logout.verb] }
    expect(encodeCommand(extended, 'op-0001-1')).toMatch(
      /<logout\/>\s*<extension>\s*<logout\/>\s*<\/extension>\s*<clTRID>/,
    )
  })

  it.each(['op', 'x'.repeat(65), ' op-1', 'op  1'])('refuses the clTRID "%s"', (clTRID) => {
    expect(() => encodeCommand(logout, clTRID)).toThrow('clTRID')
  })
})

describe('responses', () => {
  it('reads a greeting', () => {
    expect(decodeGreeting(read('response/session/greeting'))).toEqual({
      svID: 'Example Registry EPP',
      svDate: new Date('2026-11-20T15:00:00Z'),
      versions: ['1.0'],
      langs: ['en', 'fr'],
      objURIs: [
        'urn:ietf:params:xml:ns:domain-1.0',
        'urn:ietf:params:xml:ns:contact-1.0',
        'urn:ietf:params:xml:ns:host-1.0',
      ],
      extURIs: ['urn:ietf:params:xml:ns:secDNS-1.1', 'urn:ietf:params:xml:ns:rgp-1.0'],
    })
  })

  it('reads an answer without data', () => {
    expect(answerTo(logout, 'session/login')).toEqual({
      outcome: 'done',
      code: 1000,
      class: 'done',
      results: [{ code: 1000, msg: 'Command completed successfully', values: [] }],
      msgQ: undefined,
      resData: [],
      extension: [],
      clTRID: 'login-0001',
      svTRID: 'sv-0001',
      data: undefined,
      frame: read('response/session/login'),
    })
    expect(answerTo(logout, 'session/logout').code).toBe(1500)
  })

  it('reads domain availability', () => {
    expect(done(checkDomain(['free.example']), 'domain/check')).toEqual([
      { id: 'free.example', available: true, reason: undefined },
      { id: 'taken.example', available: false, reason: 'In use' },
    ])
  })

  const takenExample = {
    name: 'taken.example',
    roid: 'D0000001-EXMPL',
    statuses: ['clientHold', 'clientTransferProhibited'],
    registrant: 'NY-100001',
    contacts: [
      { type: 'admin', id: 'NY-100002' },
      { type: 'tech', id: 'NY-100003' },
    ],
    ns: {
      form: 'hostObj',
      hosts: [
        { name: 'ns1.taken.example', addresses: [] },
        { name: 'ns1.other.example', addresses: [] },
      ],
    },
    subordinateHosts: ['ns1.taken.example', 'mail.taken.example'],
    clID: 'nameyard',
    crID: 'former',
    crDate: new Date('2020-02-29T12:30:15.123Z'),
    upID: 'nameyard',
    upDate: new Date('2026-01-02T03:04:05Z'),
    exDate: new Date('2027-02-28T11:30:15Z'),
    trDate: new Date('2025-06-07T08:09:10Z'),
    authInfo: { pw: '2fooBAR & more', roid: 'C0000001-EXMPL' },
  }

  it.each(['domain/info', 'domain/info-other-prefixes'])('reads a domain from %s', (name) => {
    expect(done(infoDomain('taken.example'), name)).toEqual(takenExample)
  })

  it('reads the view of another registrar, and host attributes', () => {
    expect(done(infoDomain('taken.example'), 'domain/info-host-attributes')).toEqual({
      name: 'taken.example',
      roid: 'D0000001-EXMPL',
      statuses: [],
      contacts: [],
      ns: {
        form: 'hostAttr',
        hosts: [
          { name: 'ns1.taken.example', addresses: ['192.0.2.1', '2001:db8::1'] },
          { name: 'ns1.other.example', addresses: [] },
        ],
      },
      subordinateHosts: [],
      clID: 'stranger',
    })
  })

  it('masks the secrets of a domain in the stored frame', () => {
    const { frame } = answerTo(infoDomain('taken.example'), 'domain/info')
    expect(frame).toContain('<domain:authInfo>***</domain:authInfo>')
    expect(frame).not.toContain('2fooBAR')
  })

  it('reads a created domain', () => {
    expect(done(createDomain({ name: 'new.example', authInfo }), 'domain/create')).toEqual({
      name: 'new.example',
      crDate: new Date('2026-11-20T15:00:01.5Z'),
      exDate: new Date('2028-11-20T15:00:01.5Z'),
    })
  })

  it('reads a pending create', () => {
    expect(answerTo(createDomain({ name: 'new.example', authInfo }), 'domain/create-pending')).toMatchObject({
      outcome: 'pending',
      code: 1001,
      class: 'pending',
      data: undefined,
    })
  })

  it('reads contact availability', () => {
    expect(done(checkContact(['NY-100001']), 'contact/check')).toEqual([
      { id: 'NY-100001', available: true, reason: undefined },
      { id: 'NY-100002', available: false, reason: 'In use' },
    ])
  })

  it('reads a contact', () => {
    expect(done(infoContact('NY-100001'), 'contact/info')).toEqual({
      id: 'NY-100001',
      roid: 'C0000001-EXMPL',
      statuses: ['linked', 'clientDeleteProhibited'],
      postalInfo: [
        { type: 'int', name: 'Zoe Muller', street: ['Example Street 1'], city: 'Koln', pc: '50667', cc: 'DE' },
        {
          type: 'loc',
          name: 'Zoë Müller',
          org: 'Müller & Töchter',
          street: ['Beispielstraße 1', '2. Stock'],
          city: 'Köln',
          sp: 'NRW',
          pc: '50667',
          cc: 'DE',
        },
      ],
      voice: { number: '+49.2215555555', x: '12' },
      email: 'zoe@muller.example',
      clID: 'nameyard',
      crID: 'nameyard',
      crDate: new Date('2026-11-20T15:00:00Z'),
      authInfo: { pw: '2fooBAR' },
      disclose: { flag: false, name: ['int'], org: [], addr: ['int', 'loc'], voice: true, fax: false, email: true },
    })
  })

  it('reads a created contact', () => {
    const command = createContact({
      id: 'NY-100001',
      postalInfo: [{ type: 'int', name: 'Zoe', street: [], city: 'Koln', cc: 'DE' }],
      email: 'zoe@muller.example',
      authInfo,
    })
    expect(done(command, 'contact/create')).toEqual({ id: 'NY-100001', crDate: new Date('2026-11-20T15:00:00Z') })
  })

  it('reads host availability', () => {
    expect(done(checkHost(['ns1.free.example']), 'host/check')).toEqual([
      { id: 'ns1.free.example', available: true, reason: undefined },
      { id: 'ns1.taken.example', available: false, reason: 'In use' },
    ])
  })

  it('reads a host', () => {
    expect(done(infoHost('ns1.taken.example'), 'host/info')).toEqual({
      name: 'ns1.taken.example',
      roid: 'NS1_TAKEN-EXMPL',
      statuses: ['linked', 'ok'],
      addresses: ['192.0.2.1', '2001:db8::1'],
      clID: 'nameyard',
      crID: 'nameyard',
      crDate: new Date('2026-11-20T15:00:00Z'),
    })
  })

  it('reads a created host', () => {
    expect(done(createHost('ns1.new.example'), 'host/create')).toEqual({
      name: 'ns1.new.example',
      crDate: new Date('2026-11-20T15:00:00Z'),
    })
  })

  it('reads a refusal', () => {
    const response = answerTo(createDomain({ name: 'new.example', authInfo }), 'failure/object-exists')
    expect(response).toMatchObject({
      outcome: 'refused',
      code: 2302,
      class: 'state',
      results: [{ values: [{ element: 'name', text: 'new.example', reason: undefined }] }],
    })
    expect(response).not.toHaveProperty('data')
  })

  it('reads several results, their reasons and the message queue, without secrets', () => {
    const response = answerTo(createDomain({ name: 'new.example', authInfo }), 'failure/several-results')
    expect(response).toMatchObject({ outcome: 'refused', code: 2004, class: 'value' })
    expect(response.results.map(({ code, values }) => ({ code, values }))).toEqual([
      { code: 2004, values: [{ element: 'period', text: '12', reason: 'At most ten years' }] },
      { code: 2306, values: [{ element: 'pw', text: '***', reason: 'Too short' }] },
    ])
    expect(response.msgQ).toEqual({
      count: 3,
      id: '12345',
      qDate: new Date('2026-11-19T10:00:00Z'),
      msg: 'Balance low',
    })
  })
})
