import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { decodeAnswer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { decodeResponse } from '@nameyard/epp/response'
import { expectGoldenFrame } from '../../../test/golden'
import { genericTerms } from '../../registries/rules'
import type { ContactOrder } from '../contact'
import type { CreateIntent } from '../order-extensions'
import type { Options } from '../tld-rules'
import { Cira } from './cira'

const dialect = new Cira()
const tldWith = (options: Options) => ({ ...genericTerms, options })
const tld = tldWith({})

const snapshot: ContactSnapshot = {
  handle: 'h',
  name: 'Ann Roy',
  street: ['1 rue Sainte-Catherine'],
  city: 'Montréal',
  countryCode: 'CA',
  voice: '+1.5145551234',
  email: 'ann@example.com',
}
const citizen = { ...snapshot, facts: { language: 'fr', legalForms: { ca: 'cct', nl: 'BV' } } }
const contact = (given: object, role: ContactOrder['role'] = 'registrant', options = {}) =>
  dialect.contact({ id: 'NY-1', snapshot: { ...snapshot, ...given }, role }, tldWith(options))
const create = (registrant: ContactSnapshot) =>
  dialect.create(
    { name: 'one.ca', registrant: 'NY-1', authInfo: { pw: 'aB3$efgh' }, period: { value: 1, unit: 'y' } },
    { registrant } as CreateIntent,
    tld,
  )
const update = (registrant?: ContactSnapshot) =>
  dialect.update({ name: 'one.ca', registrant: 'NY-2' }, undefined, tld, registrant && { registrant })

it.each<[string, Command<unknown>]>([
  ['contact-registrant', contact(citizen)],
  [
    'contact-registrant-of-a-version',
    contact({ facts: { legalForms: { ca: 'CCO' } } }, 'registrant', { agreement: '2.0' }),
  ],
  ['contact-tech', contact({}, 'tech')],
  ['domain-create-of-a-person', create(citizen)],
  ['domain-create-of-an-organization', create({ ...citizen, organization: 'Roy Inc.' })],
  ['domain-create-private', create({ ...citizen, organization: 'Roy Inc.', disclosure: 'withhold' })],
  ['domain-update-registrant', update(citizen)],
  ['domain-update-registrant-public', update({ ...citizen, disclosure: 'show' })],
])('prints %s as in its golden file', (name, command) => {
  expectGoldenFrame(`cira/${name}`, command)
})

it('adds nothing to a change of anything but the registrant', () => {
  expect(dialect.update({ name: 'one.ca', authInfo: { pw: 'code' } }, undefined, tld, { registrant: citizen })).toEqual(
    dialect.update({ name: 'one.ca', authInfo: { pw: 'code' } }, undefined, tld),
  )
  expect(update().extension).toBeUndefined()
})

it.each([{}, { facts: { legalForms: { nl: 'BV' } } }, { facts: { legalForms: { ca: 'BV' } } }])(
  'sends no registrant without a legal type of the registry',
  (given) => {
    expect(() => contact(given)).toThrow('legal_type: is missing')
  },
)

it('explains refusals with the numbers of the registry', () => {
  const refusal = (value: string) =>
    decodeResponse(
      update(),
      decodeAnswer(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="2306"><msg>no</msg>${value}</result>
        <trID><clTRID>T-1</clTRID><svTRID>S-1</svTRID></trID></response></epp>`),
    )
  const value = '<value><f:ciraCode xmlns:f="urn:ietf:params:xml:ns:fury-2.1">8102</f:ciraCode></value>'
  const said = (inner: string) => dialect.explain(refusal(inner))
  expect(said(`<extValue>${value}<reason>Not in Canada</reason></extValue>`)).toBe('Not in Canada (8102)')
  expect(said('')).toBeUndefined()
})
