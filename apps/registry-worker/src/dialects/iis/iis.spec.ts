import { decodeAnswer, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { decodeNews } from '@nameyard/epp/poll/news'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { CreateIntent } from '../order-extensions'
import { Iis } from './iis'

const dialect = new Iis()
const tld = { ...genericTerms, options: {} }
const answerWith = (inner: string): Answer =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>
    <msgQ count="1" id="1"/>${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)
const NS = 'xmlns:i="urn:se:iis:xml:epp:iis-1.2" xmlns:d="urn:ietf:params:xml:ns:domain-1.0"'

const snapshot = {
  handle: 'h',
  name: 'Åsa Ek',
  street: ['Gatan 1'],
  city: 'Umeå',
  countryCode: 'SE',
  voice: '+46.81234567',
  email: 'asa@example.com',
}
const contact = (given: object) =>
  dialect.contact({ id: 'NY-1', snapshot: { ...snapshot, ...given }, role: 'registrant' }, tld)
const domain = { name: 'one.se', registrant: 'NY-1', authInfo: { pw: 'ours' } }
const months = (value: number) => ({ value, unit: 'm' as const })

it.each<[string, Command<unknown>]>([
  ['contact-person', contact({ facts: { personalNumber: '800131-1234', vat: 'SE1' }, disclosure: 'withhold' })],
  [
    'contact-organization',
    contact({ organization: 'Ek AB', facts: { registrationNumber: '556000-0001', vat: 'SE1' } }),
  ],
  ['domain-create', dialect.create({ ...domain, period: months(24) }, {} as CreateIntent, tld)],
  ['domain-renew', dialect.renew({ name: 'one.se', curExpDate: '2027-01-01', period: months(12) }, tld)],
  ['domain-transfer', dialect.transfer({ name: 'one.se', authInfo: { pw: 'code' }, period: months(12) })],
  ['domain-delete', dialect.delete('one.se')],
  ['domain-restore', dialect.requestRestore('one.se')],
  ['domain-delete-at-expiration', dialect.verbs['delete-at-expiration'].command('one.se', {}, tld)],
  ['domain-cancel-delete', dialect.verbs['cancel-delete'].command('one.se', {}, tld)],
  ['domain-request-auth-code', dialect.requestAuthCode('one.se')],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`iis/${name}`, command)
})

it.each([
  ['personalNumber', {}],
  ['registrationNumber', { organization: 'Ek AB', facts: { personalNumber: '1' } }],
])('sends no contact without its %s', (field, given) => {
  expect(() => contact(given)).toThrow(`${field}: is missing`)
})

it('reads the code in the answer to its request', () => {
  const command = dialect.requestAuthCode('one.se')
  const extension = `<extension><i:updData ${NS}><i:pw>Se1</i:pw></i:updData></extension>`
  expect(command.decode(answerWith(extension))).toBe('Se1')
  expect(command.decode(answerWith(''))).toBeUndefined()
})

it.each([
  ['<i:state>active</i:state><i:clientDelete>0</i:clientDelete>', ['ok'], [], undefined],
  ['<i:state>active</i:state><i:clientDelete>1</i:clientDelete>', ['ok'], [], new Date('2027-01-01')],
  [
    '<i:state>deactivated</i:state><i:clientDelete>1</i:clientDelete>',
    ['pendingDelete'],
    ['redemptionPeriod'],
    undefined,
  ],
])('reads the state %s', (state, statuses, graceStatuses, deletesAt) => {
  const infData = `<i:infData ${NS}><i:deactDate>2027-01-01T00:00:00Z</i:deactDate>${state}</i:infData>`
  const seen = dialect.info('one.se', undefined, tld).decode(
    answerWith(`<resData><d:infData ${NS}><d:name>one.se</d:name><d:roid>R-1</d:roid><d:status s="ok"/>
      <d:clID>us</d:clID></d:infData></resData><extension>${infData}</extension>`),
  )
  expect(seen).toMatchObject({ statuses, graceStatuses })
  expect(seen.deletesAt).toEqual(deletesAt)
})

it.each([
  [
    'updateNotify',
    '<d:infData><d:name>one.se</d:name></d:infData>',
    { kind: 'event', object: object('domain', 'one.se') },
  ],
  [
    'deleteNotify',
    '<d:delete><d:name>one.se</d:name></d:delete>',
    { kind: 'event', object: object('domain', 'one.se') },
  ],
  [
    'createNotify',
    '<c:infData xmlns:c="urn:ietf:params:xml:ns:contact-1.0"><c:id>NY-1</c:id></c:infData>',
    { kind: 'event', object: object('contact', 'NY-1') },
  ],
  [
    'transferNotify',
    `<d:trnData><d:name>one.se</d:name><d:trStatus>serverApproved</d:trStatus><d:reID>them</d:reID>
     <d:reDate>2027-01-01T00:00:00Z</d:reDate><d:acID>us</d:acID><d:acDate>2027-01-01T00:00:00Z</d:acDate></d:trnData>`,
    { kind: 'transfer', object: object('domain', 'one.se') },
  ],
  ['otherNotify', '<i:unknown/>', { kind: 'other', object: undefined }],
])('reads a message %s', (notice, inner, news) => {
  const answer = answerWith(`<resData><i:${notice} ${NS}>${inner}</i:${notice}></resData>`)
  expect(decodeNews(answer, (each) => dialect.news(each))).toMatchObject(news)
})

function object(mapping: string, id: string) {
  return { mapping, id }
}
