import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import type { PartyNames } from '../../party/model/party-details'
import { newDetails, type CustomerDetails } from './customer-details'

/** The columns of a customer with the data of a contact at a registry. The last word of the name is the family name. */
export function adoptedDetails(contact: RegisteredContact): CustomerDetails & PartyNames {
  const { organization, street, city, stateOrProvince, postalCode, countryCode, email } = contact
  // An organization may have no name of a person: then its own name stands for it.
  const words = (contact.name || (organization ?? '')).trim().split(/\s+/)
  return newDetails({
    ...(organization !== undefined && { company_name: organization }),
    name: { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1)! },
    address: {
      street: street.join(' '),
      city,
      state: stateOrProvince ?? '',
      zipcode: postalCode ?? '',
      country: countryCode,
    },
    phone: numberOf(contact.voice),
    ...(contact.fax !== undefined && { fax: numberOf(contact.fax) }),
    email,
  })
}

/** Whether a customer has exactly the data of a contact at a registry, as far as the registry keeps them. */
export function isSamePerson(customer: ContactSnapshot, contact: RegisteredContact): boolean {
  const unkept = Object.fromEntries((contact.unkept ?? []).map((field) => [field, '']))
  const [own, theirs] = [partsOf({ ...customer, ...unkept }), partsOf({ ...contact, ...unkept })]
  return own.every((part, index) => part === theirs[index])
}

/** The data that a registry keeps of a contact. A telephone number may have its national prefix. */
function partsOf(contact: Omit<ContactSnapshot, 'citizenship' | 'disclosure' | 'facts' | 'handle'>): string[] {
  const { name, organization = '', street, city, stateOrProvince = '', postalCode = '', countryCode, email } = contact
  const numbers = [contact.voice, contact.fax ?? ''].map((number) => number.replace(/\.0?/, '.').replace(/^\.$/, ''))
  const texts = [name, organization, street.join(' '), city, stateOrProvince, postalCode]
  return [...texts.map((text) => text.trim().replaceAll(/\s+/g, ' ')), countryCode, email.toLowerCase(), ...numbers]
}

function numberOf(number: string): { country_code: string; area_code: string; subscriber_number: string } {
  const [country_code = '', subscriber_number = ''] = number.split('.')
  return { country_code, area_code: '', subscriber_number }
}
