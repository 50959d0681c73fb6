/** What a customer and a contact have alike: a name, an address and telephone numbers. */
import { z } from 'zod'
import { text } from '../primitives/scalars'

export const personName = z
  .object({
    first_name: text,
    last_name: text,
    prefix: text.optional().meta({ description: 'What stands before the last name, such as "van de".' }),
    initials: text.optional(),
    full_name: text.optional().meta({ description: 'First name, prefix and last name; ignored in requests.' }),
  })
  .meta({ id: 'PersonName' })

export const address = z
  .object({
    street: text,
    number: text.optional(),
    suffix: text.optional(),
    zipcode: text,
    city: text,
    state: text.optional(),
    country: text.meta({ description: 'ISO 3166-1 alpha-2.' }),
  })
  .meta({ id: 'Address' })

export const phone = z
  .object({
    country_code: text.meta({ description: 'Dialling code, with or without +.' }),
    area_code: text.optional(),
    subscriber_number: text,
  })
  .meta({ id: 'Phone' })
