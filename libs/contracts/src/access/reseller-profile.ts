import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { descriptions } from '../customers/person-fields'
import { text, unlessBlank } from '../primitives/scalars'
import { texts } from '../primitives/texts'

/** Numbers by which authorities and the reseller identify an account. */
export const resellerAdditionalData = z
  .object(
    texts({
      cif_nif_number: 'Spanish tax number (CIF or NIF) of the account.',
      gstin: 'Indian goods and services tax number (GSTIN) of the account.',
      internal_reference: 'Your own reference for the account; not used elsewhere.',
    }),
  )
  .meta({ id: 'ResellerAdditionalData', description: 'Further numbers that identify the account.' })

/** Details of an account that the reseller can change. Texts that were never set are empty. */
export const resellerProfile = z.object({
  company_name: text.describe(descriptions.companyName),
  name: personName.describe('Name of the person responsible for the account.'),
  address: address.describe('Postal address of the account.'),
  phone: phone.describe('Telephone number of the account.'),
  fax: phone.partial().describe(descriptions.fax),
  vat: text.describe(descriptions.vat),
  inn: text.describe(descriptions.inn),
  kpp: text.describe(descriptions.kpp),
  website_url: text.describe('Address of the website of the account, such as https://www.example.com.'),
  locale: unlessBlank.describe(descriptions.locale),
  comments: text.describe(descriptions.comments),
  additional_data: resellerAdditionalData,
})
