import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { Input, InputGiven } from '@nameyard/contracts/operation'
import { newCustomer } from './new-customer'

const given: InputGiven<typeof createCustomer> = {
  name: { first_name: 'Anna', last_name: 'Tester' },
  address: { street: 'Main Street', zipcode: '1000 AA', city: 'Amsterdam', country: 'nl' },
  phone: { country_code: '31', area_code: '20', subscriber_number: '123 45-67' },
  email: 'anna@example.com',
}

const from = (change: Partial<typeof given> = {}) =>
  newCustomer(createCustomer.input.parse({ ...given, ...change }) as Input<typeof createCustomer>)

describe('a new customer', () => {
  it('has its country in capitals, its number in digits and a language', () => {
    expect(from()).toEqual({
      initials: 'AT',
      country: 'NL',
      phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
      fax: { country_code: '', area_code: '', subscriber_number: '' },
      locale: 'en_GB',
    })
  })

  it.each(['31', '+31', '0031', '+ 31', 31 as never])('takes the country code %p', (country_code) => {
    expect(from({ phone: { ...given.phone, country_code } })).toMatchObject({ phone: { country_code: '+31' } })
  })

  it.each([
    ['', 'country_code must be one to three digits'],
    ['+1234', 'country_code must be one to three digits'],
    ['NL', 'country_code must be one to three digits'],
  ])('refuses the country code %p', (country_code, problem) => {
    expect(from({ phone: { ...given.phone, country_code } })).toEqual({
      refusal: 'phone_invalid',
      details: { problem },
    })
  })

  it('refuses a number that no registry can hold', () => {
    expect(from({ phone: { country_code: '31', area_code: '2', subscriber_number: '12345678901234' } })).toMatchObject({
      refusal: 'phone_invalid',
    })
  })

  it.each([undefined, {}, { country_code: '+31', area_code: '', subscriber_number: '' }])(
    'takes a form that leaves the fax empty: %p',
    (fax) => expect(from({ fax })).toMatchObject({ fax: { subscriber_number: '' } }),
  )

  it.each(['XX', 'UK', 'NLD', '', 'Nederland'])('refuses the country %p', (country) => {
    expect(from({ address: { ...given.address, country } })).toMatchObject({ refusal: 'country_invalid' })
  })

  it.each([
    'anna@example',
    'anna',
    '@example.com',
    'a b@example.com',
    'a@b@example.com',
    'a..b@example.com',
    'a@-b.com',
    '',
  ])('refuses the address %p', (email) => expect(from({ email })).toMatchObject({ refusal: 'email_invalid' }))

  it.each(["o'hara+dns@mail.example.co.uk", 'jörg@müller.example', 'a@1.de'])('takes the address %p', (email) => {
    expect(from({ email })).not.toHaveProperty('refusal')
  })

  it('names the blank text that is needed', () => {
    expect(from({ name: { first_name: ' ', last_name: 'x' } })).toEqual({
      refusal: 'invalid_input',
      details: { field: 'name.first_name', problem: 'is required' },
    })
  })
})
