import { decodeAnswer, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { infoDomain } from '@nameyard/epp/domain/info'
import { createHost } from '@nameyard/epp/host/create'
import { SettableClock } from '@nameyard/testing/clock'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { CreateIntent } from '../order-extensions'
import { Punktum } from './punktum'

const dialect = new Punktum(new SettableClock())
const tldWith = (options: object) => ({ ...genericTerms, options: { ...options } })
const tld = tldWith({})
const answerWith = (inner: string): Answer =>
  decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>
    ${inner}<trID><clTRID>T-0001</clTRID><svTRID>S-1</svTRID></trID></response></epp>`)

const snapshot = {
  handle: 'h',
  name: 'Søren Ås',
  street: ['Gade 1'],
  city: 'Ærø',
  countryCode: 'DK',
  voice: '+45.12345678',
  email: 's@example.com',
}
const contact = (given: object, options = {}) =>
  dialect.contact({ id: 'NY-1', snapshot: { ...snapshot, ...given }, role: 'registrant' }, tldWith(options))
const domain = {
  name: 'one.dk',
  registrant: 'SO1-DK',
  authInfo: { pw: 'ours' },
  period: { value: 1, unit: 'y' as const },
}
const { verbs } = dialect

it.each<[string, Command<unknown>]>([
  ['contact-person', contact({})],
  ['contact-person-abroad', contact({ countryCode: 'NO' })],
  [
    'contact-association',
    contact(
      { organization: 'Å', facts: { registrationNumber: '12345678', legalForms: { dk: 'association' } } },
      { management: 'registrar' },
    ),
  ],
  ['contact-company-abroad', contact({ organization: 'Å', countryCode: 'NO' })],
  ['domain-create', dialect.create(domain, {} as CreateIntent, tld)],
  [
    'domain-create-from-waiting-list',
    dialect.create(domain, { allocationToken: 'a1b2c3d4' } as CreateIntent, tldWith({ autoRenew: true })),
  ],
  ['domain-update-registrant', dialect.update({ name: 'one.dk', registrant: 'SO2-DK' }, undefined, tld)],
  ['domain-update', dialect.update({ name: 'one.dk', authInfo: null }, undefined, tld)],
  ['domain-transfer', dialect.transfer({ name: 'one.dk', authInfo: { pw: 'code' }, period: domain.period })],
  ['domain-request-auth-code', dialect.requestAuthCode('one.dk')],
  ['domain-restore', dialect.requestRestore('one.dk')],
  ['domain-auto-renew', verbs['auto-renew'].command('one.dk', { isOn: true }, tld)],
  ['domain-withdraw', verbs.withdraw.command('one.dk', {}, tld)],
  ['host-create', dialect.finish(createHost('ns1.one.dk'), tldWith({ nsAdmin: 'SO1-DK' }))],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`punktum/${name}`, command)
})

it('adds an administrator to new hosts only, and only if there is one', () => {
  const host = createHost('ns1.one.dk')
  expect(dialect.finish(host, tld)).toBe(host)
  const info = infoDomain('one.dk')
  expect(dialect.finish(info, tldWith({ nsAdmin: 'SO1-DK' }))).toBe(info)
})

it('sends no Danish organization without its CVR number', () => {
  expect(() => contact({ organization: 'Å' })).toThrow('registrationNumber: is missing')
})

it('reads the code and the day of a deletion', () => {
  const read = (extension: string) =>
    dialect.info('one.dk', undefined, tld).decode(
      answerWith(`<resData><d:infData xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>one.dk</d:name>
        <d:roid>R-1</d:roid><d:status s="ok"/><d:clID>us</d:clID></d:infData></resData>${extension}`),
    )
  const NS = 'xmlns:k="urn:dkhm:params:xml:ns:dkhm-4.5"'
  const authInfo = (op: string) => `<k:authInfo ${NS} op="${op}" expdate="2027-01-01T00:00:00Z">REG-1</k:authInfo>`
  const advisory = `<k:domainAdvisory ${NS} domain="one.dk" advisory="pendingDeletionDate" date="2027-01-01T00:00:00Z"/>`
  expect(read(`<extension>${authInfo('transfer')}</extension>`)).toMatchObject({
    authInfo: { pw: 'REG-1' },
    statuses: ['ok'],
    graceStatuses: [],
  })
  expect(read(`<extension>${authInfo('redel')}${advisory}</extension>`)).toMatchObject({
    authInfo: undefined,
    statuses: ['pendingDelete'],
    graceStatuses: ['redemptionPeriod'],
  })
})
