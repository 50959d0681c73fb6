import type { createContact } from '@nameyard/contracts/contacts/create-contact'
import type { InputGiven } from '@nameyard/contracts/operation'

/** The details of a contact, without its username. */
export const person: Omit<InputGiven<typeof createContact>, 'username'> = {
  role: 'tech',
  password: 'battery staple',
  name: { first_name: 'Łukasz', last_name: '王', prefix: 'van de', initials: 'Ł.' },
  address: { street: 'Main Street', number: '12', suffix: 'b', zipcode: '1000 AA', city: 'Köln', country: 'nl' },
  phone: { country_code: '31', area_code: '020', subscriber_number: '123 45-67' },
  email: 'lukasz@example.com',
}

let people = 0
export const newUsername = () => `person${++people}`
