import { z } from 'zod'

/** What registries ask about a person or organization beyond the contact mapping. */
export const registrantFacts = z
  .object({
    /** ISO 639-1. */
    language: z.string().length(2),
    vat: z.string(),
    /** Number in the trade register of the country. */
    registrationNumber: z.string(),
    /** Legal form, by extension, in the codes of its registry: `{ nl: 'BV' }`. */
    legalForms: z.record(z.string(), z.string()),
    /** First name of a person, with which the name starts. */
    firstName: z.string(),
    /** Day as YYYY-MM-DD; country by ISO 3166-1 alpha-2. */
    birth: z
      .object({ date: z.string(), city: z.string(), postalCode: z.string(), country: z.string() })
      .partial()
      .required({ date: true }),
    /** National identification number of a person. */
    personalNumber: z.string(),
  })
  .partial()
export type RegistrantFacts = z.output<typeof registrantFacts>

/**
 * The data of a customer when an operation was ordered, in the terms of RFC 5733. Later changes of the customer do not
 * change a pending operation.
 */
export const contactSnapshot = z.object({
  handle: z.string(),
  /** First name, prefix and last name. */
  name: z.string(),
  organization: z.string().optional(),
  /** One to three lines. */
  street: z.array(z.string()).min(1).max(3),
  city: z.string(),
  stateOrProvince: z.string().optional(),
  postalCode: z.string().optional(),
  /** ISO 3166-1 alpha-2. */
  countryCode: z.string().length(2),
  /** Country that the owner of a .eu domain is a citizen of, as EURid writes it (ISO 3166-1, EL for Greece). */
  citizenship: z.string().optional(),
  /** E.164 with a dot behind the country code: `+31.201234567`. */
  voice: z.string(),
  fax: z.string().optional(),
  email: z.string(),
  /** Disclosure preference for the contact (RFC 5733 section 2.9); otherwise the policy of the registry applies. */
  disclosure: z.enum(['show', 'withhold']).optional(),
  facts: registrantFacts.optional(),
})
export type ContactSnapshot = z.output<typeof contactSnapshot>
