import { decodeAnswer, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { infoDomain } from '@nameyard/epp/domain/info'
import { createHost } from '@nameyard/epp/host/create'
import { decodeNews } from '@nameyard/epp/poll/news'
import { decodeResponse } from '@nameyard/epp/response'
import { SettableClock } from '@nameyard/testing/clock'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { ContactOrder } from '../contact'
import type { CreateIntent, TransferIntent } from '../order-extensions'
import { Norid } from './norid'

const dialect = new Norid(new SettableClock())
const tldWith = (options: object) => ({ ...genericTerms, options: { declaration: '3.2', ...options } })
const tld = tldWith({})
const answerWith = (inner: string, code = 1000): Answer =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="${code}"><msg>no</msg></result>
    <msgQ count="1" id="1"/>${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)
const RESULT = 'xmlns:r="http://www.norid.no/xsd/no-ext-result-1.0"'

const snapshot = {
  handle: 'h',
  name: 'Kåre Øy',
  street: ['Gata 1'],
  city: 'Bodø',
  countryCode: 'NO',
  voice: '+47.22334455',
  email: 'k@example.com',
}
const contact = (role: ContactOrder['role'], given: object) =>
  dialect.contact({ id: 'NY-1', snapshot: { ...snapshot, ...given }, role }, tld)
const intent = { registrant: snapshot } as CreateIntent
const domain = { name: 'one.no', registrant: 'AA1O-NORID', authInfo: { pw: 'code' } }
const year = { value: 1, unit: 'y' as const }
const transfer = (options: object) =>
  dialect.transfer(
    { name: 'one.no', authInfo: { pw: 'secret' } },
    { intent: { desired: {} } as TransferIntent, contacts: {} },
    tldWith(options),
  )
const { verbs } = dialect

it.each<[string, Command<unknown>]>([
  [
    'contact-organization',
    contact('registrant', { organization: 'Øy AS', facts: { registrationNumber: '987 654 321' } }),
  ],
  [
    'contact-foreign-organization',
    contact('registrant', { organization: 'Ö AB', countryCode: 'SE', facts: { registrationNumber: '1' } }),
  ],
  ['contact-person', contact('registrant', { facts: { personalNumber: 'N.PRI.1234567' } })],
  ['contact-person-with-national-number', contact('registrant', { facts: { personalNumber: '01018012345' } })],
  ['contact-role', contact('tech', { organization: 'Tech AS' })],
  ['domain-create', dialect.create({ ...domain, period: year }, intent, tld)],
  ['domain-renew', dialect.renew({ name: 'one.no', curExpDate: '2027-01-01', period: { value: 12, unit: 'm' } }, tld)],
  ['domain-update', dialect.update({ name: 'one.no', authInfo: null }, undefined, tld, { registrant: snapshot })],
  [
    'domain-update-registrant',
    dialect.update({ name: 'one.no', registrant: 'BB2P-NORID' }, undefined, tld, { registrant: snapshot }),
  ],
  ['domain-transfer-by-code', transfer({})],
  ['domain-transfer-by-token', transfer({ transferBy: 'token' })],
  ['domain-send-token', verbs['send-token'].command('one.no', { email: 'k@example.com' }, tld)],
  ['domain-send-token-to-mobile', verbs['send-token'].command('one.no', { mobilePhone: '+47.98765432' }, tld)],
  [
    'domain-schedule-delete',
    verbs['schedule-delete'].command('one.no', { fromDns: '2027-05-01', fromRegistry: '2027-06-01' }, tld),
  ],
  ['domain-withdraw', verbs.withdraw.command('one.no', {}, tld)],
  ['host-create', dialect.finish(createHost('ns1.one.no'), tldWith({ hostContact: 'CC3R-NORID' }))],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`norid/${name}`, command)
})

it('adds a contact to new hosts only, and only if there is one', () => {
  const host = createHost('ns1.one.no')
  expect(dialect.finish(host, tld)).toBe(host)
  const info = infoDomain('one.no')
  expect(dialect.finish(info, tldWith({ hostContact: 'CC3R-NORID' }))).toBe(info)
})

it.each([
  ['personalNumber', {}],
  ['registrationNumber', { organization: 'Øy AS' }],
])('sends no registrant without its %s', (field, given) => {
  expect(() => contact('registrant', given)).toThrow(`${field}: is missing`)
})

it('needs the version of the terms in the options of a TLD', () => {
  expect(dialect.options.safeParse({}).success).toBe(false)
  expect(dialect.options.parse({ declaration: '3.2' })).toEqual({ declaration: '3.2', transferBy: 'code' })
})

it('reads a late answer, and the explanation of a refusal', () => {
  const copy = `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="2308"><msg>m</msg></result>
    <trID><clTRID>op-1</clTRID><svTRID>S-9</svTRID></trID></response></epp>`
  const message = `<r:message ${RESULT} type="response-copy"><r:desc>d</r:desc><r:data>${copy}</r:data></r:message>`
  expect(decodeNews(answerWith(`<resData>${message}</resData>`), (each) => dialect.news(each))).toMatchObject({
    kind: 'pending-action',
    carriedOut: false,
    clTRID: 'op-1',
  })
  const conditions = `<r:conditions ${RESULT}><r:condition code="EC1"><r:msg>too many</r:msg></r:condition></r:conditions>`
  const refusal = answerWith(`<extension>${conditions}</extension>`, 2308)
  expect(dialect.explain(decodeResponse(infoDomain('one.no'), refusal))).toBe('too many (EC1)')
})
