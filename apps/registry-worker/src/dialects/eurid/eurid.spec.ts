import { decodeAnswer } from '@nameyard/epp/answer'
import { deleteDomain } from '@nameyard/epp/domain/delete'
import { decodeNews } from '@nameyard/epp/poll/news'
import { decodeResponse } from '@nameyard/epp/response'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { ContactOrder } from '../contact'
import { Eurid } from './eurid'

const dialect = new Eurid()
const tld = { ...genericTerms, nameserverForm: 'hostAttr' as const, options: {} }
const snapshot = {
  handle: 'h',
  name: 'Ann Example',
  street: ['Road 1'],
  city: 'Town',
  postalCode: '1234 AA',
  countryCode: 'US',
  citizenship: 'DE',
  voice: '+1.2025550100',
  email: 'ann@example.com',
  facts: { language: 'de', vat: 'DE1' },
}
const contact = (role: ContactOrder['role'], organization?: string) =>
  dialect.contact(
    { id: 'NY-1', role, snapshot: { ...snapshot, ...(organization !== undefined && { organization }) } },
    tld,
  )
const answerWith = (inner: string) =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>
    ${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)

it.each([
  ['eurid/contact-person', contact('registrant')],
  ['eurid/contact-organization', contact('registrant', 'Example GmbH')],
  ['eurid/contact-billing', contact('billing')],
  [
    'eurid/create',
    dialect.finish(
      dialect.create(
        {
          name: 'xn--bcher-kva.eu',
          registrant: 'c101',
          contacts: [{ type: 'billing', id: 'c102' }],
          authInfo: { pw: 'ours' },
        },
        {} as never,
        tld,
      ),
      tld,
    ),
  ],
  [
    'eurid/transfer',
    dialect.transfer(
      { name: 'one.eu', authInfo: { pw: 'XXXX-1' }, period: { value: 1, unit: 'y' } },
      {
        intent: {
          desired: { nameservers: [{ name: 'ns1.one.eu', ip: '192.0.2.1' }, { name: 'ns.other.example' }] },
        } as never,
        contacts: { registrant: 'c101', billing: 'c102', tech: 'c103' },
      },
      tld,
    ),
  ],
  ['eurid/schedule-delete', dialect.verbs['schedule-delete'].command('one.eu', { at: '2027-01-01T00:00:00Z' }, tld)],
  ['eurid/cancel-delete', dialect.verbs['cancel-delete'].command('one.eu', {}, tld)],
  ['eurid/restore', dialect.requestRestore('one.eu')],
  ['eurid/request-auth-code', dialect.requestAuthCode('one.eu', tld)],
])('prints %s', (name, command) => expectGoldenFrame(name, command))

const infoAnswer = (states: string, status = 'ok') =>
  answerWith(`<resData><d:infData xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>bücher.eu</d:name><d:roid>R-1</d:roid>
    <d:status s="${status}"/><d:clID>us</d:clID></d:infData></resData><extension>
    <e:infData xmlns:e="http://www.eurid.eu/xml/epp/domain-ext-2.6">${states}</e:infData></extension>`)
const read = (states: string, status?: string) => {
  const response = decodeResponse(
    dialect.finish(dialect.info('xn--bcher-kva.eu', undefined, tld), tld),
    infoAnswer(states, status),
  )
  if (response.outcome !== 'done') throw new Error(response.outcome)
  return response.data
}

it.each([
  ['<e:quarantined>true</e:quarantined>', ['pendingDelete'], ['redemptionPeriod']],
  ['<e:onHold>1</e:onHold>', ['serverHold'], []],
  ['<e:suspended>true</e:suspended><e:seized>true</e:seized>', ['serverHold'], []],
  ['<e:onHold>false</e:onHold><e:quarantined>0</e:quarantined>', ['ok'], []],
])('reads %s as statuses of EPP', (states, statuses, graceStatuses) => {
  expect(read(states)).toMatchObject({ name: 'xn--bcher-kva.eu', statuses, graceStatuses })
})

it('reads the day of a planned deletion', () => {
  const { deletesAt, statuses } = read(
    '<e:deletionDate>2027-01-01T00:00:00Z</e:deletionDate>',
    'serverTransferProhibited',
  )
  expect([deletesAt, statuses]).toEqual([new Date('2027-01-01'), ['serverTransferProhibited']])
})

it.each([
  ['TRANSFER', 'DOMAIN', 'one.eu', { kind: 'event', object: { mapping: 'domain', id: 'one.eu' } }],
  ['LEGAL', 'CONTACT', 'c1', { kind: 'event', object: { mapping: 'contact', id: 'c1' } }],
  ['REGISTRATION_LIMIT', 'REGISTRAR', 'us', { kind: 'event', object: undefined }],
  ['WATERMARK', 'REGISTRAR', 'us', { kind: 'balance', values: { action: 'REACHED', code: '1', detail: '' } }],
])('reads a message about %s of a %s', (context, type, object, news) => {
  const message =
    answerWith(`<resData><p:pollData xmlns:p="http://www.eurid.eu/xml/epp/poll-1.2"><p:context>${context}</p:context>
    <p:objectType>${type}</p:objectType><p:object>${object}</p:object><p:action>REACHED</p:action><p:code>1</p:code>
    </p:pollData></resData>`)
  expect(decodeNews(message, (answer) => dialect.news(answer))).toEqual(news)
})

it('leaves a command on a contact and a message of another registry as they are', () => {
  const plain = { ...deleteDomain('one.eu'), name: 'contact:delete' }
  expect(dialect.finish(plain, tld)).toBe(plain)
  expect(dialect.news(answerWith(''))).toBeUndefined()
})
