import { encodeCommand } from '@nameyard/epp/command'
import { contactCommand, contactId } from './contacts'

const john = {
  handle: 'JD100001-NL',
  name: 'John Doe',
  street: ['Main Street 1'],
  city: 'Amsterdam',
  countryCode: 'NL',
  voice: '+31.201234567',
  email: 'john@example.com',
}

describe('our identifier of a contact', () => {
  it('is one of the registry: 16 characters of its alphabet', () => {
    expect(contactId(john)).toMatch(/^NY-[A-Z2-7]{13}$/)
  })

  it('is the same for the same person, in whatever order the fields come', () => {
    const { email, ...rest } = john
    expect(contactId({ email, ...rest })).toBe(contactId(john))
    expect(contactId({ ...john, fax: undefined })).toBe(contactId(john))
  })

  it('is another when anything changes', () => {
    const others = [
      { ...john, city: 'Utrecht' },
      { ...john, street: ['Main Street', '1'] },
      { ...john, organization: 'Doe' },
      { ...john, disclosure: 'withhold' as const },
    ]
    expect(new Set([john, ...others].map(contactId)).size).toBe(5)
  })
})

describe('the command that creates a contact', () => {
  it('has an authInfo of 8 to 16 characters with a letter, a capital, a digit and a mark', () => {
    for (let n = 0; n < 2_000; n++) {
      const [, code = ''] = /:pw>([^<]*)</.exec(encodeCommand(contactCommand(john), 'contact-1')) ?? []
      expect(code).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^a-zA-Z\d])\S{8,16}$/)
    }
  })

  it('gives the address as int where ASCII writes it, else as loc', () => {
    expect(JSON.stringify(contactCommand(john).verb)).toContain('"int"')
    expect(JSON.stringify(contactCommand({ ...john, city: 'Köln' }).verb)).toContain('"loc"')
  })

  it('says what shall be withheld or shown, and nothing where nobody has said', () => {
    expect(JSON.stringify(contactCommand(john).verb)).not.toContain('disclose')
    const flagOf = (disclosure: 'show' | 'withhold') =>
      /"disclose".*?"flag":"(\d)"/.exec(JSON.stringify(contactCommand({ ...john, disclosure }).verb))?.[1]
    expect([flagOf('withhold'), flagOf('show')]).toEqual(['0', '1'])
  })
})
