import { decodeAnswer, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { infoDomain } from '@nameyard/epp/domain/info'
import { decodeNews } from '@nameyard/epp/poll/news'
import { decodeResponse } from '@nameyard/epp/response'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { CreateIntent } from '../order-extensions'
import { Sidn } from './sidn'

const dialect = new Sidn()
const tld = { ...genericTerms, secDns: 'keyData' as const, options: {} }
const answerWith = (code: number, inner: string): Answer =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="${code}"><msg>ok</msg></result>
    <msgQ count="1" id="1"><qDate>2027-01-02T03:04:05Z</qDate></msgQ>${inner}
    <trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)
const NS = 'xmlns:s="http://rxsd.domain-registry.nl/sidn-ext-epp-1.0"'

const snapshot = {
  handle: 'VW100001-NL',
  name: 'Vera Wet',
  organization: 'Wet BV',
  street: ['Main Street 1'],
  city: 'Amsterdam',
  postalCode: '1000 AA',
  countryCode: 'NL',
  voice: '+31.201234567',
  email: 'vera@example.com',
  disclosure: 'withhold' as const,
  facts: { legalForms: { nl: 'bv' }, registrationNumber: '12345678' },
}
const { scheduled, atEnd, cancelled } = {
  scheduled: dialect.verbs['schedule-delete'].command('one.nl', { date: '2027-12-24' }, tld),
  atEnd: dialect.verbs['schedule-delete'].command('one.nl', {}, tld),
  cancelled: dialect.verbs['cancel-scheduled-delete'].command('one.nl', {}, tld),
}

it.each<[string, Command<unknown>]>([
  ['contact-create', dialect.contact({ id: 'NY-1', snapshot, role: 'registrant' }, tld)],
  [
    'domain-create',
    dialect.create(
      {
        name: 'one.nl',
        period: { value: 12, unit: 'm' },
        ns: { form: 'hostObj', hosts: [{ name: 'ns1.example.com', addresses: [] }] },
        registrant: 'WET000001-SANDB',
        contacts: [
          { type: 'admin', id: 'WET000001-SANDB' },
          { type: 'tech', id: 'TEC000002-SANDB' },
        ],
        authInfo: { pw: 'our-own-code' },
      },
      { zoneKeys: [{ flags: 257, protocol: 3, alg: 13, pubKey: 'AAAA' }] } as unknown as CreateIntent,
      tld,
    ),
  ],
  ['domain-transfer', dialect.transfer({ name: 'one.nl', authInfo: { pw: 'token' }, period: { value: 1, unit: 'y' } })],
  ['domain-cancel-delete', dialect.requestRestore('one.nl')],
  ['domain-delete-on-day', scheduled],
  ['domain-delete-at-end', atEnd],
  ['domain-delete-cancelled', cancelled],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`sidn/${name}`, command)
})

it('gives people and organizations the legal forms of the record, and an unknown form of a customer none', () => {
  const options = { legalForms: { person: 'EENMANSZAAK', organization: 'STICHTING' } }
  const formOf = (person: Parameters<Sidn['contact']>[0]['snapshot']) =>
    /legalForm","attrs":\{\},"children":\[\],"text":"([^"]+)/.exec(
      JSON.stringify(dialect.contact({ id: 'NY-1', snapshot: person, role: 'tech' }, { ...tld, options }).extension),
    )![1]
  const { organization: _, ...person } = snapshot
  expect(formOf(person)).toBe('EENMANSZAAK')
  expect(formOf({ ...snapshot, facts: { legalForms: { nl: 'GMBH' } } })).toBe('STICHTING')
  expect(formOf(snapshot)).toBe('BV')
  expect(dialect.options.safeParse({ legalForms: { person: 'GMBH' } }).success).toBe(false)
})

it('reads the quarantine and a planned deletion of a domain', () => {
  const info = dialect.info('one.nl', undefined, tld)
  const answer = answerWith(
    1000,
    `<resData><d:infData xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>one.nl</d:name><d:roid>R-1</d:roid>
      <d:status s="pendingDelete"/><d:clID>us</d:clID></d:infData></resData>
     <extension><s:ext ${NS}><s:infData><s:domain><s:optOut>false</s:optOut>
      <s:scheduledDeleteDate>2027-12-24</s:scheduledDeleteDate></s:domain></s:infData></s:ext></extension>`,
  )
  expect(info.decode(answer)).toMatchObject({
    graceStatuses: ['redemptionPeriod'],
    deletesAt: new Date('2027-12-24T00:00:00Z'),
  })
})

it('reads the late answer to a command, by its identifiers', () => {
  const late = (code: number) =>
    answerWith(
      1301,
      `<resData><s:pollData ${NS}><s:command>domain:create</s:command><s:data>
        <result code="${code}"><msg>m</msg></result><trID><clTRID>op-7</clTRID><svTRID>S-7</svTRID></trID>
        </s:data></s:pollData></resData>`,
    )
  const read = (code: number) => decodeNews(late(code), (answer) => dialect.news(answer))
  const common = { kind: 'pending-action', clTRID: 'op-7', svTRID: 'S-7', date: new Date('2027-01-02T03:04:05Z') }
  expect(read(1000)).toMatchObject({ ...common, carriedOut: true })
  expect(read(2306)).toMatchObject({ ...common, carriedOut: false })
})

it('explains a refusal in the words of the registry', () => {
  const explained = (inner: string) => dialect.explain(decodeResponse(infoDomain('one.nl'), answerWith(2306, inner)))
  const msg = '<s:msg field="legalForm" code="F0001">no such legal form</s:msg>'
  expect(explained(`<extension><s:ext ${NS}><s:response>${msg}</s:response></s:ext></extension>`)).toBe(
    'no such legal form (F0001 legalForm)',
  )
  expect(explained('')).toBeUndefined()
})
