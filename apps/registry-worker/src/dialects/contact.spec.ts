import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { encodeCommand } from '@nameyard/epp/command'
import { contactId, contactToCreate, withFacts } from './contact'

const john = {
  handle: 'JD100001-NL',
  name: 'John Doe',
  street: ['Main Street 1'],
  city: 'Amsterdam',
  countryCode: 'NL',
  voice: '+31.201234567',
  email: 'john@example.com',
}

const createOf = (snapshot: ContactSnapshot) =>
  contactToCreate({ id: contactId(snapshot), snapshot, role: 'registrant' })

describe('contactId', () => {
  it('has 16 characters that registries accept', () => {
    expect(contactId(john)).toMatch(/^NY-[A-Z2-7]{13}$/)
  })

  it('is the same for the same data in any order of fields', () => {
    const { email, ...rest } = john
    expect(contactId({ email, ...rest })).toBe(contactId(john))
    expect(contactId({ ...john, fax: undefined })).toBe(contactId(john))
  })

  it('changes with any field', () => {
    const others = [
      { ...john, city: 'Utrecht' },
      { ...john, street: ['Main Street', '1'] },
      { ...john, organization: 'Doe' },
      { ...john, disclosure: 'withhold' as const },
    ]
    expect(new Set([john, ...others].map((each) => contactId(each))).size).toBe(5)
  })

  it('is the same for the same facts in any order', () => {
    const [one, other] = [
      { nl: 'BV', se: '1' },
      { se: '1', nl: 'BV' },
    ]
    expect(contactId({ ...john, facts: { legalForms: one } })).toBe(
      contactId({ ...john, facts: { legalForms: other } }),
    )
  })

  it('is the same with other facts that the registry does not get', () => {
    const facts = { vat: 'NL1', language: 'nl' }
    expect(withFacts({ ...john, facts }, [])).toEqual(john)
    expect(withFacts({ ...john, facts }, ['language'])).toEqual({ ...john, facts: { language: 'nl' } })
    expect(contactId(withFacts({ ...john, facts }, ['language', 'vat']))).not.toBe(contactId(john))
  })

  it('is another one for each role where contacts have a type', () => {
    expect(new Set([contactId(john), contactId(john, 'registrant'), contactId(john, 'tech')]).size).toBe(3)
  })
})

describe('the command that creates a contact', () => {
  it('has an authInfo of 8 to 16 characters with all classes of characters', () => {
    for (let n = 0; n < 2_000; n++) {
      const [, code = ''] = /:pw>([^<]*)</.exec(encodeCommand(createOf(john), 'contact-1')) ?? []
      expect(code).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z\d])\S{8,16}$/)
    }
  })

  it('sends an ASCII address as int, any other as loc', () => {
    expect(JSON.stringify(createOf(john).verb)).toContain('"int"')
    expect(JSON.stringify(createOf({ ...john, city: 'Köln' }).verb)).toContain('"loc"')
  })

  it('sends disclose only for data with a preference', () => {
    expect(JSON.stringify(createOf(john).verb)).not.toContain('disclose')
    const flagOf = (disclosure: 'show' | 'withhold') =>
      /"disclose".*?"flag":"(\d)"/.exec(JSON.stringify(createOf({ ...john, disclosure }).verb))?.[1]
    expect([flagOf('withhold'), flagOf('show')]).toEqual(['0', '1'])
  })
})
