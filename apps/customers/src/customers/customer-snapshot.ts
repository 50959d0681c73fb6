import type { ContactSnapshot, RegistrantFacts } from '@nameyard/contracts/registry/contact-snapshot'
import { fullName } from '../party/model/party-details'
import { registryNumber } from '../party/model/phone'
import type { Citizen, ShownCustomer } from './customer.store'

/** The data of a customer in the terms of RFC 5733. */
export function snapshotOf(row: ShownCustomer & Citizen): ContactSnapshot {
  return {
    handle: row.handle,
    name: fullName(row),
    organization: row.company_name || undefined,
    street: [[row.street, row.house_number, row.house_suffix].filter((part) => part !== '').join(' ')],
    city: row.city,
    stateOrProvince: row.state || undefined,
    postalCode: row.zipcode || undefined,
    countryCode: row.country,
    citizenship: row.citizenship?.toUpperCase() || undefined,
    voice: registryNumber({
      country_code: row.phone_country_code,
      area_code: row.phone_area_code,
      subscriber_number: row.phone_subscriber_number,
    }),
    fax: row.fax_subscriber_number
      ? registryNumber({
          country_code: row.fax_country_code,
          area_code: row.fax_area_code,
          subscriber_number: row.fax_subscriber_number,
        })
      : undefined,
    email: row.email,
    facts: factsOf(row),
  }
}

function factsOf(row: ShownCustomer & Citizen): RegistrantFacts {
  const { locale, vat, registration_number, legal_forms, first_name, personal_number } = row
  const [language] = /^[a-z]{2}(?![a-z])/i.exec(locale) ?? []
  const birth = birthOf(row)
  return {
    ...(language !== undefined && { language: language.toLowerCase() }),
    ...(vat && { vat }),
    ...(registration_number && { registrationNumber: registration_number }),
    ...(legal_forms && { legalForms: { ...legal_forms } }),
    ...(first_name && { firstName: first_name }),
    ...(birth && { birth }),
    ...(personal_number && { personalNumber: personal_number }),
  }
}

/** Undefined without a day: `0000-00-00` stands for none. */
function birthOf({ birth_date, birth_city, birth_zipcode, birth_country }: Citizen): RegistrantFacts['birth'] {
  const [date] = /^(?!0000)\d{4}-\d{2}-\d{2}/.exec(birth_date ?? '') ?? []
  if (date === undefined) return undefined
  return {
    date,
    ...(birth_city && { city: birth_city }),
    ...(birth_zipcode && { postalCode: birth_zipcode }),
    ...(birth_country && { country: birth_country.toUpperCase() }),
  }
}
