import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import type { PartyNames } from '../../party/model/party-details'
import { newDetails, type CustomerDetails } from './customer-details'

/** The columns of a customer with the data of a contact at a registry. The last word of the name is the family name. */
export function adoptedDetails(contact: RegisteredContact): CustomerDetails & PartyNames {
  const { organization, street, city, stateOrProvince, postalCode, countryCode, email } = contact
  const words = contact.name.trim().split(/\s+/)
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

/** Whether a customer has exactly the data of a contact at a registry. */
export function isSamePerson(customer: ContactSnapshot, contact: RegisteredContact): boolean {
  return partsOf(customer).every((part, index) => part === partsOf(contact)[index])
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
