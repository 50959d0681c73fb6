import { contactOf, rolesShown } from './registered'

const customer = {
  id: 1,
  handle: 'AJ100001-NL',
  reseller_id: 1,
  company_name: '',
  name: { first_name: 'Ada', prefix: 'de', last_name: 'Jansen' },
  address: { street: 'Keizersgracht', number: '1', suffix: 'A', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
  email: 'ada@example.com',
  locale: '',
  is_deleted: false,
  deleted_at: '',
}

it('reads a customer as a contact', () => {
  expect(contactOf(customer)).toEqual({
    id: 'AJ100001-NL',
    name: 'Ada de Jansen',
    street: ['Keizersgracht 1 A'],
    city: 'Amsterdam',
    postalCode: '1015 CJ',
    countryCode: 'NL',
    voice: '+31.205551234',
    email: 'ada@example.com',
  })
})

it('reads a name of one word, which the API keeps twice', () => {
  expect(contactOf({ ...customer, name: { first_name: 'Ada', last_name: 'Ada' } }).name).toBe('Ada')
})

it('shows contacts in the roles that the extension takes', () => {
  const tlds = new Map([['org', { contactRoles: { create: new Set(['registrant', 'tech']) } }]]) as never
  expect(rolesShown({ tlds }, 'one.org')).toEqual(['tech'])
  expect(rolesShown({ tlds }, 'one.info')).toEqual(['admin', 'tech', 'billing'])
})
