import { decodeAnswer, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { infoDomain } from '@nameyard/epp/domain/info'
import { decodeNews } from '@nameyard/epp/poll/news'
import { decodeResponse } from '@nameyard/epp/response'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { ContactOrder } from '../contact'
import type { TransferIntent } from '../order-extensions'
import { Nicit } from './nicit'

const dialect = new Nicit()
const tld = { ...genericTerms, nameserverForm: 'hostAttr' as const, options: {} }
const answerWith = (inner: string, { code = 1000, value = '' } = {}): Answer =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="${code}"><msg>no</msg>${value}</result>
    <msgQ count="1" id="1"/>${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)
const EPP = 'xmlns:e="http://www.nic.it/ITNIC-EPP/extepp-2.0"'
const DOM = 'xmlns:x="http://www.nic.it/ITNIC-EPP/extdom-2.0" xmlns:d="urn:ietf:params:xml:ns:domain-1.0"'

const snapshot = {
  handle: 'h',
  name: 'Mario Rossi',
  street: ['Via Roma 1'],
  city: 'Forlì',
  countryCode: 'IT',
  voice: '+39.0612345678',
  email: 'm@example.com',
}
const contact = (given: object, role: ContactOrder['role'] = 'registrant') =>
  dialect.contact({ id: 'NY-1', snapshot: { ...snapshot, ...given }, role }, tld)
const transfer = (contacts: object, desired: TransferIntent['desired'] = {}) =>
  dialect.transfer(
    { name: 'one.it', authInfo: { pw: 'code' }, period: { value: 1, unit: 'y' } },
    { intent: { desired } as TransferIntent, contacts },
    tld,
  )

it.each<[string, Command<unknown>]>([
  ['contact-person', contact({ facts: { personalNumber: 'RSSMRA80A01H501U' }, disclosure: 'show' })],
  ['contact-person-of-greece', contact({ facts: { personalNumber: '1' }, citizenship: 'EL' })],
  ['contact-company', contact({ organization: 'Rossi Srl', facts: { vat: 'IT1', registrationNumber: '2' } })],
  [
    'contact-public-body',
    contact({ organization: 'Comune', facts: { registrationNumber: '2', legalForms: { it: '5' } } }),
  ],
  ['contact-foreign-company', contact({ organization: 'AG', countryCode: 'DE', facts: { vat: 'DE1' } })],
  ['contact-tech', contact({}, 'tech')],
  ['domain-transfer', transfer({})],
  ['domain-transfer-trade', transfer({ registrant: 'NY-1' }, { authInfo: 'aB3#aB3#aB3#' })],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`nicit/${name}`, command)
})

it.each([
  ['personalNumber', {}],
  ['registrationNumber', { organization: 'Rossi Srl' }],
])('sends no registrant without its %s', (field, given) => {
  expect(() => contact(given)).toThrow(`${field}: is missing`)
})

it('makes a code for the new registrant when the order has none', () => {
  expect(JSON.stringify(transfer({ registrant: 'NY-1' }).extension)).toMatch(/"local":"pw".{0,80}"text":"\S{16}"/)
})

it('reads nameservers that the registry looks at as those of the domain', () => {
  const read = (extension: string) =>
    dialect.info('one.it', undefined, tld).decode(
      answerWith(`<resData><d:infData ${DOM}><d:name>one.it</d:name><d:roid>R-1</d:roid><d:status s="ok"/>
        <d:ns><d:hostAttr><d:hostName>ns1.old.it</d:hostName></d:hostAttr></d:ns><d:clID>us</d:clID></d:infData></resData>
        ${extension}`),
    ).ns
  const host = '<d:hostAttr><d:hostName>ns1.one.it</d:hostName><d:hostAddr ip="v4">192.0.2.1</d:hostAddr></d:hostAttr>'
  const waiting = (inner: string) =>
    `<extension><x:infNsToValidateData ${DOM}>${inner}</x:infNsToValidateData></extension>`
  expect(read(waiting(`<x:nsToValidate>${host}</x:nsToValidate>`))).toEqual({
    form: 'hostAttr',
    hosts: [{ name: 'ns1.one.it', addresses: ['192.0.2.1'] }],
  })
  for (const extension of ['', waiting('')])
    expect(read(extension)?.hosts.map(({ name }) => name)).toEqual(['ns1.old.it'])
})

const event = (id?: string) => ({ kind: 'event', object: id === undefined ? undefined : { mapping: 'domain', id } })
it.each([
  [`<x:chgStatusMsgData ${DOM}><x:name>one.it</x:name></x:chgStatusMsgData>`, event('one.it')],
  [`<x:dnsErrorMsgData ${DOM}><x:report><x:domain>one.it</x:domain></x:report></x:dnsErrorMsgData>`, event('one.it')],
  [`<e:passwdReminder ${EPP}><e:exDate>2027-01-01</e:exDate></e:passwdReminder>`, event()],
  [
    `<e:creditMsgData ${EPP}><e:credit>10.00</e:credit></e:creditMsgData>`,
    { kind: 'balance', values: { credit: '10.00' } },
  ],
])('reads a message: %s', (inner, news) => {
  expect(decodeNews(answerWith(`<extension>${inner}</extension>`), (each) => dialect.news(each))).toEqual(news)
})

it('leaves other messages to the RFCs', () => {
  expect(dialect.news(answerWith(''))).toBeUndefined()
  expect(dialect.news(answerWith(`<extension><x:infNsToValidateData ${DOM}/></extension>`))).toBeUndefined()
})

it('explains a refusal with the number of the registry', () => {
  const value = `<extValue><value><e:reasonCode ${EPP}>8308</e:reasonCode></value><reason>not a tax code</reason></extValue>`
  const explained = (given: object) => dialect.explain(decodeResponse(infoDomain('one.it'), answerWith('', given)))
  expect(explained({ code: 2308, value })).toBe('not a tax code (8308)')
  expect(explained({ code: 2308 })).toBeUndefined()
})
