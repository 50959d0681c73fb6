/** What a customer and a contact have alike: a name, an address and telephone numbers. */
import { z } from 'zod'
import type { ErrorName } from '../errors'
import { refusedAs } from '../primitives/refused-as'
import { text } from '../primitives/scalars'

const needed = (missing: ErrorName, schema = text) => refusedAs(schema, { missing })

export const personName = z
  .object({
    first_name: needed('first_name_missing'),
    last_name: needed('last_name_missing'),
    prefix: text.optional().meta({ description: 'What stands before the last name, such as "van de".' }),
    initials: text.optional(),
    full_name: text.optional().meta({ description: 'First name, prefix and last name; ignored in requests.' }),
  })
  .meta({ id: 'PersonName' })

export const address = z
  .object({
    street: needed('street_missing'),
    number: text.optional(),
    suffix: text.optional(),
    zipcode: text,
    city: needed('city_missing'),
    state: text.optional(),
    country: needed('country_missing', text.meta({ description: 'ISO 3166-1 alpha-2.' })),
  })
  .meta({ id: 'Address' })

export const phone = z
  .object({
    country_code: needed('phone_country_code_missing', text.meta({ description: 'Dialling code, with or without +.' })),
    area_code: text.optional(),
    subscriber_number: needed('phone_subscriber_number_missing'),
  })
  .meta({ id: 'Phone' })
