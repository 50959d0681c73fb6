import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { Input, InputGiven } from '@nameyard/contracts/operation'
import { newDetails } from './customer-details'
import { customerFaults } from './customer-faults'

type Given = InputGiven<typeof createCustomer>

const given: Given = {
  name: { first_name: 'Anna', last_name: 'Tester' },
  address: { street: 'Main Street', zipcode: '1000 AA', city: 'Amsterdam', country: 'nl' },
  phone: { country_code: '31', area_code: '20', subscriber_number: '123 45-67' },
  email: ' anna@example.com ',
}

const details = (change: Partial<Given> = {}) =>
  newDetails(createCustomer.input.parse({ ...given, ...change }) as Input<typeof createCustomer>)
const faults = (change: Partial<Given> = {}) =>
  customerFaults(details(change)).map(({ refusal, path }) => [refusal, path])

describe('a new customer', () => {
  it('gets an upper-case country, a dialling code with plus, a default language and else the given texts', () => {
    expect(details()).toMatchObject({
      country: 'NL',
      phone_country_code: '+31',
      phone_area_code: '20',
      phone_subscriber_number: '123 45-67',
      fax_country_code: '',
      email: 'anna@example.com',
      locale: 'en_GB',
    })
    expect(faults()).toEqual([])
  })

  it.each(['31', '+31', '0031', '+ 31', 31 as never])('accepts the country code %p', (country_code) => {
    expect(details({ phone: { ...given.phone, country_code } })).toMatchObject({ phone_country_code: '+31' })
    expect(faults({ phone: { ...given.phone, country_code } })).toEqual([])
  })

  it.each([
    [{ country_code: '' }, 'phone_country_code_missing', 'phone.country_code'],
    [{ country_code: '+1234' }, 'phone_country_code_invalid', 'phone.country_code'],
    [{ country_code: 'NL' }, 'phone_country_code_invalid', 'phone.country_code'],
    [{ country_code: '+999' }, 'phone_country_code_invalid', 'phone.country_code'],
    [{ area_code: 'x' }, 'phone_area_code_invalid', 'phone.area_code'],
    [{ subscriber_number: ' ' }, 'phone_subscriber_number_missing', 'phone.subscriber_number'],
    [{ subscriber_number: 'x' }, 'phone_subscriber_number_invalid', 'phone.subscriber_number'],
    [{ subscriber_number: '12345678901234' }, 'phone_invalid', 'phone'],
    [{ area_code: '', subscriber_number: '1' }, 'phone_invalid', 'phone'],
  ] as const)('refuses the number %j: %s', (part, refusal, path) => {
    expect(faults({ phone: { ...given.phone, ...part } })).toEqual([[refusal, path]])
  })

  it.each([
    { country_code: '+31', area_code: '020', subscriber_number: '1234567' },
    { country_code: '+31', area_code: '', subscriber_number: '(20) 123.45.67' },
    { country_code: '+39', area_code: '06', subscriber_number: '12345678' },
    { country_code: '+1', area_code: '650', subscriber_number: '253-0000' },
    { country_code: '+86', area_code: '', subscriber_number: '13800138000' },
  ])('accepts the number %j', (phone) => expect(faults({ phone })).toEqual([]))

  it.each([undefined, {}, { country_code: '+31', area_code: '', subscriber_number: '' }])(
    'accepts an empty fax: %j',
    (fax) => expect(faults({ fax })).toEqual([]),
  )

  it.each([
    [{ country_code: '+999', subscriber_number: '12345678' }, 'fax_country_code_invalid'],
    [{ country_code: '+31', area_code: 'x', subscriber_number: '12345678' }, 'fax_area_code_invalid'],
    [{ country_code: '+31', area_code: '20', subscriber_number: 'x' }, 'fax_subscriber_number_invalid'],
    [{ country_code: '+31', subscriber_number: '1' }, 'fax_invalid'],
  ])('refuses the fax %j: %s', (fax, refusal) => expect(faults({ fax }).map(([name]) => name)).toEqual([refusal]))

  it.each(['XX', 'UK', 'NLD', 'Nederland', 'n'])('refuses the country %p', (country) => {
    expect(faults({ address: { ...given.address, country } })).toEqual([['country_invalid', 'address.country']])
  })

  it.each([
    [{ name: { first_name: ' ', last_name: 'x' } }, 'first_name_missing', 'name.first_name'],
    [{ name: { first_name: 'x', last_name: '' } }, 'last_name_missing', 'name.last_name'],
    [{ name: { ...given.name, first_name: 'x'.repeat(256) } }, 'first_name_invalid', 'name.first_name'],
    [{ name: { ...given.name, last_name: 'a\nb' } }, 'last_name_invalid', 'name.last_name'],
    [{ name: { ...given.name, prefix: 'x'.repeat(65) } }, 'prefix_invalid', 'name.prefix'],
    [{ name: { ...given.name, initials: '\t' } }, 'initials_invalid', 'name.initials'],
    [{ company_name: 'x'.repeat(256) }, 'company_name_invalid', 'company_name'],
    [{ address: { ...given.address, street: '' } }, 'street_missing', 'address.street'],
    [{ address: { ...given.address, street: 'a\r\nb' } }, 'street_invalid', 'address.street'],
    [{ address: { ...given.address, number: 'x'.repeat(65) } }, 'house_number_invalid', 'address.number'],
    [{ address: { ...given.address, suffix: 'x'.repeat(65) } }, 'house_suffix_invalid', 'address.suffix'],
    [{ address: { ...given.address, zipcode: 'x'.repeat(17) } }, 'zipcode_invalid', 'address.zipcode'],
    [{ address: { ...given.address, city: ' ' } }, 'city_missing', 'address.city'],
    [{ address: { ...given.address, city: 'x'.repeat(256) } }, 'city_invalid', 'address.city'],
    [{ address: { ...given.address, state: 'x'.repeat(256) } }, 'state_invalid', 'address.state'],
    [{ address: { ...given.address, country: ' ' } }, 'country_missing', 'address.country'],
    [{ email: ' ' }, 'email_missing', 'email'],
    [{ vat: 'x'.repeat(65) }, 'vat_invalid', 'vat'],
    [{ locale: 'x'.repeat(36) }, 'invalid_input', 'locale'],
    [{ additional_data: { birth_date: '1980-02-30' } }, 'birth_date_invalid', 'additional_data.birth_date'],
    [
      { additional_data: { company_registration_subscription_date: '1.2.1980' } },
      'registration_date_invalid',
      'additional_data.company_registration_subscription_date',
    ],
  ] as [Partial<Given>, string, string][])('refuses %j: %s', (change, refusal, path) => {
    expect(faults(change)).toEqual([[refusal, path]])
  })

  it.each(['', '0000-00-00', '1980-01-31', '1980-01-31 00:00:00'])('accepts the date %p', (birth_date) => {
    expect(faults({ additional_data: { birth_date } })).toEqual([])
  })

  it('can have no postal code', () => expect(faults({ address: { ...given.address, zipcode: '' } })).toEqual([]))

  it('gets all faults at once', () => {
    expect(faults({ name: { first_name: '', last_name: '' }, email: 'x' })).toEqual([
      ['first_name_missing', 'name.first_name'],
      ['last_name_missing', 'name.last_name'],
      ['email_invalid', 'email'],
    ])
  })
})
