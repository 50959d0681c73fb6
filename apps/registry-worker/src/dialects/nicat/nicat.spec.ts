import { decodeAnswer, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { infoDomain } from '@nameyard/epp/domain/info'
import { decodeNews } from '@nameyard/epp/poll/news'
import { decodeResponse } from '@nameyard/epp/response'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { TransferIntent } from '../order-extensions'
import { Nicat } from './nicat'

const dialect = new Nicat()
const tld = { ...genericTerms, nameserverForm: 'hostAttr' as const, options: {} }
const answerWith = (inner: string, code = 1000): Answer =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="${code}"><msg>no</msg></result>
    <msgQ count="1" id="1"/>${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)

const snapshot = {
  handle: 'h',
  name: 'Jörg Öller',
  street: ['Weißgasse 1'],
  city: 'Graz',
  stateOrProvince: 'Kärnten',
  countryCode: 'AT',
  voice: '+43.1234567',
  email: 'j@example.com',
  disclosure: 'show' as const,
}
const transfer = (options: object) =>
  dialect.transfer(
    { name: 'one.at', authInfo: { pw: 'code' }, period: { value: 1, unit: 'y' } },
    { intent: { desired: {} } as TransferIntent, contacts: {} },
    { ...tld, options: { ...options } },
  )

it.each<[string, Command<unknown>]>([
  ['contact-person', dialect.contact({ id: 'NY-1', snapshot, role: 'registrant' }, tld)],
  [
    'contact-organization',
    dialect.contact({ id: 'NY-1', snapshot: { ...snapshot, organization: 'Öl AG' }, role: 'tech' }, tld),
  ],
  ['domain-delete', dialect.delete('one.at')],
  ['domain-delete-at-expiration', dialect.verbs['delete-at-expiration'].command('one.at', {}, tld)],
  ['domain-transfer-by-code', transfer({})],
  ['domain-transfer-by-token', transfer({ transferBy: 'token' })],
  ['domain-mail-token', dialect.verbs['mail-token'].command('one.at', {}, tld)],
  ['domain-withdraw', dialect.verbs.withdraw.command('one.at', { removesZone: true }, tld)],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`nicat/${name}`, command)
})

const message = (type: string, data: string) =>
  answerWith(`<resData><m:message xmlns:m="http://www.nic.at/xsd/at-ext-message-1.0" type="${type}"><m:desc>d</m:desc>
    <m:data>${data}</m:data></m:message></resData>`)
const news = (answer: Answer) => decodeNews(answer, (each) => dialect.news(each))

it.each([
  [1000, true],
  [2308, false],
])('reads the late answer %d to an earlier command', (code, carriedOut) => {
  const copy = `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="${code}"><msg>m</msg></result>
    <trID><clTRID>op-1</clTRID><svTRID>S-9</svTRID></trID></response></epp>`
  expect(news(message('response-copy', copy))).toEqual({
    kind: 'pending-action',
    object: undefined,
    carriedOut,
    clTRID: 'op-1',
    svTRID: 'S-9',
    date: new Date(0),
  })
})

it.each([
  ['domain', 'one.at', { mapping: 'domain', id: 'one.at' }],
  ['contact', 'AA1-NICAT', { mapping: 'contact', id: 'AA1-NICAT' }],
  ['other', 'x', undefined],
])('reads an event with an entry %s', (name, value, object) => {
  const event = message('domain-transferred-away', `<m:entry name="${name}">${value}</m:entry>`)
  expect(news(event)).toEqual({ kind: 'event', object })
})

it('does not understand a copy without a result, and leaves other messages', () => {
  const copy =
    '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><trID><svTRID>S-9</svTRID></trID></response></epp>'
  expect(news(message('response-copy', copy)).kind).toBe('other')
  expect(dialect.news(answerWith(''))).toBeUndefined()
})

it('explains a refusal in the words of the registry', () => {
  const explained = (inner: string) => dialect.explain(decodeResponse(infoDomain('one.at'), answerWith(inner, 2306)))
  const conditions = (inner: string) =>
    `<extension><r:conditions xmlns:r="http://www.nic.at/xsd/at-ext-result-1.0">${inner}</r:conditions></extension>`
  const first =
    '<r:condition code="PF1" severity="error"><r:msg>bad zone</r:msg><r:details>no SOA</r:details></r:condition>'
  expect(explained(conditions(`${first}<r:condition><r:msg>other</r:msg></r:condition>`))).toBe(
    'bad zone: no SOA (PF1); other',
  )
  expect(explained(conditions(''))).toBeUndefined()
  expect(explained('')).toBeUndefined()
})
