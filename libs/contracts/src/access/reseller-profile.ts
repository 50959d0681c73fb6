import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { text, unlessBlank } from '../primitives/scalars'
import { texts } from '../primitives/texts'
import { about } from '../customers/about-people'

/** Numbers under which offices and the reseller itself know an account. */
export const resellerAdditionalData = z
  .object(
    texts({
      cif_nif_number: 'Spanish tax number (CIF or NIF) of the account.',
      gstin: 'Indian goods and services tax number (GSTIN) of the account.',
      internal_reference: 'Reference of your own for the account; appears nowhere else.',
    }),
  )
  .meta({ id: 'ResellerAdditionalData', description: 'Further numbers that identify the account.' })

/** What an account may say of itself; texts that were never said are empty. */
export const resellerProfile = z.object({
  company_name: text.describe(about.companyName),
  name: personName.describe('Name of the person who answers for the account.'),
  address: address.describe('Postal address of the account.'),
  phone: phone.describe('Telephone number of the account.'),
  fax: phone.partial().describe(about.fax),
  vat: text.describe(about.vat),
  inn: text.describe(about.inn),
  kpp: text.describe(about.kpp),
  website_url: text.describe('Address of the website of the account, such as https://www.example.com.'),
  locale: unlessBlank.describe(about.locale),
  comments: text.describe(about.comments),
  additional_data: resellerAdditionalData,
})
