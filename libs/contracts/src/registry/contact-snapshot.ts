import { z } from 'zod'

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
})
export type ContactSnapshot = z.output<typeof contactSnapshot>
