/** The common parts of customers and contacts: a name, an address and telephone numbers. */
import { z } from 'zod'
import type { ErrorName } from '../errors'
import { refusedAs } from '../primitives/refused-as'
import { text } from '../primitives/scalars'

const needed = (missing: ErrorName, schema = text) => refusedAs(schema, { missing })

export const personName = z
  .object({
    first_name: needed('first_name_missing').describe('Given name of the person.'),
    last_name: needed('last_name_missing').describe('Family name, without a prefix such as "van de".'),
    prefix: text.optional().describe('Part before the family name that sorting ignores, such as "van de".'),
    initials: text.optional().describe('Initials with dots, such as "A.B.".'),
    full_name: text
      .optional()
      .describe('First name, prefix and last name in one text. Set by the platform, ignored in requests.'),
  })
  .meta({ id: 'PersonName', description: 'Name of a person.' })

export const address = z
  .object({
    street: needed('street_missing').describe('Street name without the house number.'),
    number: text.optional().describe('House number, such as 12; may be empty where houses have none.'),
    suffix: text.optional().describe('What follows the house number, such as A or "bis".'),
    zipcode: text.describe(
      'Postal code in the notation of the country, such as "1015 CJ"; empty where the country has none.',
    ),
    city: needed('city_missing').describe('Town or city.'),
    state: text.optional().describe('State, province or region; some countries need it.'),
    country: needed('country_missing', text.meta({ description: 'ISO 3166-1 alpha-2.' })).describe(
      'ISO 3166-1 alpha-2 code of the country, such as NL.',
    ),
  })
  .meta({ id: 'Address', description: 'Postal address.' })

export const phone = z
  .object({
    country_code: needed(
      'phone_country_code_missing',
      text.meta({ description: 'Dialling code, with or without +.' }),
    ).describe('Country calling code, with or without "+", such as +31.'),
    area_code: text
      .optional()
      .describe('Area code without the leading zero, such as 20; empty where the country has none.'),
    subscriber_number: needed('phone_subscriber_number_missing').describe(
      'Number within the area, digits only, such as 5551234.',
    ),
  })
  .meta({ id: 'Phone', description: 'Telephone number in its three parts.' })

/** A person for the examples of requests. */
export const personExample = {
  name: { first_name: 'Ada', last_name: 'Jansen' },
  address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
  email: 'ada@example.com',
}
