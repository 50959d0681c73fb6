import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { areContactsChanged, contactsOf } from './contacts-of-domain'

const person = { handle: 'AB100001-CA', name: 'Ann Roy' } as ContactSnapshot
const domain = { extension: 'ca', isPrivate: false, additionalData: {} }
const contacts = { registrant: { ...person, facts: { language: 'fr', legalForms: { nl: 'BV' } } }, tech: person }

it('gives the registrant alone the legal form of the order, beside those of other extensions', () => {
  const { registrant, tech } = contactsOf({ ...domain, additionalData: { legal_type: 'CCT' } }, contacts)
  expect(registrant.facts).toEqual({ language: 'fr', legalForms: { nl: 'BV', ca: 'CCT' } })
  expect(tech).toEqual(person)
})

it.each([{}, { legal_type: '' }])('leaves the registrant as it is without a legal form: %j', (additionalData) => {
  expect(contactsOf({ ...domain, additionalData }, contacts)).toEqual(contacts)
})

it('withholds all contacts with privacy, and shows the registrant with consent', () => {
  const hidden = contactsOf({ ...domain, isPrivate: true }, contacts)
  expect([hidden.registrant, hidden.tech]).toMatchObject([{ disclosure: 'withhold' }, { disclosure: 'withhold' }])
  const shown = contactsOf({ ...domain, additionalData: { consent_for_publishing: '1' } }, contacts)
  expect([shown.registrant.disclosure, shown.tech.disclosure]).toEqual(['show', undefined])
})

it.each([
  ['privacy', { isPrivate: true }, true],
  ['another legal form', { additionalData: { legal_type: 'RES' } }, true],
  ['other data of the order', { additionalData: { idn_script: 'fr' } }, false],
])('knows whether the registry gets other contacts by %s', (_, changed, expected) => {
  expect(areContactsChanged(domain, { ...domain, ...changed })).toBe(expected)
})
