import { z } from 'zod'

/**
 * A customer as it stood when an operation was ordered, in the terms of RFC 5733: what a registry learns about a
 * contact. Later changes of the customer do not alter a running operation.
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
  /** What the registry is told about showing the contact to the public (RFC 5733 section 2.9); else its policy holds. */
  disclosure: z.enum(['show', 'withhold']).optional(),
})
export type ContactSnapshot = z.output<typeof contactSnapshot>
