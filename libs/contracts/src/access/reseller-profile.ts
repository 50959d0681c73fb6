import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { text, unlessBlank } from '../primitives/scalars'
import { texts } from '../primitives/texts'

/** Numbers under which offices and the reseller itself know an account. */
export const resellerAdditionalData = z
  .object(texts('cif_nif_number', 'gstin', 'internal_reference'))
  .meta({ id: 'ResellerAdditionalData' })

/** What an account may say of itself; texts that were never said are empty. */
export const resellerProfile = z.object({
  company_name: text.meta({ description: 'Empty for a private person.' }),
  name: personName,
  address,
  phone,
  fax: phone.partial(),
  vat: text,
  inn: text.meta({ description: 'Tax number in Russia.' }),
  kpp: text.meta({ description: 'Registration reason code in Russia.' }),
  website_url: text,
  locale: unlessBlank.meta({ description: 'Such as en_GB.' }),
  comments: text,
  additional_data: resellerAdditionalData,
})
