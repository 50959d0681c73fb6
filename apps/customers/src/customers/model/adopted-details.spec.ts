import { adoptedDetails, isSamePerson } from './adopted-details'

const contact = {
  id: 'OLD-1',
  name: 'Ada de Vries',
  street: ['Main Street 1', 'Room 2'],
  city: 'Utrecht',
  countryCode: 'NL',
  voice: '+31.305551234',
  email: 'ada@example.com',
}

it('splits the name and the telephone number of a contact', () => {
  expect(adoptedDetails(contact)).toMatchObject({
    first_name: 'Ada de',
    last_name: 'Vries',
    street: 'Main Street 1 Room 2',
    phone_country_code: '+31',
    phone_area_code: '',
    phone_subscriber_number: '305551234',
    fax_subscriber_number: '',
  })
  expect(adoptedDetails({ ...contact, name: 'Hostmaster' })).toMatchObject({ first_name: '', last_name: 'Hostmaster' })
})

it('recognizes a customer by all data of the contact', () => {
  const customer = { ...contact, handle: 'AV1-NL', street: ['Main Street 1 Room 2'], email: 'Ada@example.com' }
  expect(isSamePerson(customer, { ...contact, voice: '+31.0305551234' })).toBe(true)
  expect(isSamePerson({ ...customer, city: 'Arnhem' }, contact)).toBe(false)
  expect(isSamePerson({ ...customer, organization: 'Example BV' }, contact)).toBe(false)
})

it('compares what the registry keeps of a contact, and names an organization that has no person', () => {
  const firm = { ...contact, name: '', organization: 'Example BV', unkept: ['name' as const, 'fax' as const] }
  const customer = { ...contact, handle: 'AV1-NL', organization: 'Example BV', fax: '+31.305551235' }
  expect(isSamePerson(customer, firm)).toBe(true)
  expect(isSamePerson({ ...customer, organization: 'Other BV' }, firm)).toBe(false)
  expect(isSamePerson(customer, { ...contact, organization: 'Example BV' })).toBe(false)
  expect(adoptedDetails(firm)).toMatchObject({ company_name: 'Example BV', last_name: 'BV' })
})
