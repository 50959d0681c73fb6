import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { text, word } from '../primitives/scalars'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { address, personName, phone } from './person'
import { descriptions } from './person-fields'

/** A label that the reseller gives to a customer. */
export const tag = z
  .object({
    key: word('customer').describe('Kind of the tag; `customer` is the only one.'),
    value: text.describe('Text of the tag, such as gold. At most 255 characters.'),
  })
  .meta({ id: 'Tag', description: 'A label of your own on a customer.' })

/**
 * Tags in requests. Some clients send `{"key":"customer"}` for no tag. An entry without a value is dropped, and a list of
 * only such entries is treated as absent, so that it does not remove the existing tags.
 */
export const tagsGiven = z
  .preprocess((value) => {
    if (!Array.isArray(value)) return value
    const entries: unknown[] = value
    const meant = entries.filter((each) => !(isObject(each) && each.value === undefined))
    return meant.length === 0 && entries.length > 0 ? undefined : meant
  }, z.array(tag).optional())
  .optional() as unknown as z.ZodOptional<z.ZodType<z.output<typeof tag>[], z.input<typeof tag>[]>>

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** State of the verification of a customer's e-mail address: verified, in progress, failed. */
export const emailVerificationState = z.enum(['ACT', 'REQ', 'FAI'])

/** A customer: the registrant or another contact of domains, known by its handle. */
export const customer = z
  .object({
    id: z.int().describe('Number of the customer; operations use the handle.'),
    handle: z.string().describe('Handle of the customer, such as AT123456-NL; used in orders.'),
    reseller_id: z.int().describe(descriptions.resellerId),
    company_name: z.string().describe(descriptions.companyName),
    name: personName,
    address,
    phone,
    fax: phone.partial().optional().describe(descriptions.fax),
    email: z.string().describe(descriptions.registrantEmail),
    email_verification_status: emailVerificationState
      .nullable()
      .optional()
      .describe(
        'State of the e-mail verification: ACT (verified), REQ (mail sent, not confirmed yet), FAI (not confirmed in time); null if it was never started.',
      ),
    username: z.string().optional().describe('Kept for existing clients; customers do not log in.'),
    vat: z.string().optional().describe(descriptions.vat),
    inn: z.string().optional().describe(descriptions.inn),
    locale: z.string().describe(descriptions.locale),
    comments: z.string().optional().describe(descriptions.comments),
    comments_last_changed_at: wireDate.optional().describe('When the comments were last changed.'),
    tags: z.array(tag).optional().describe('Labels of your own on the customer.'),
    additional_data: customerAdditionalData
      .optional()
      .describe('Data that registries ask for, for all extensions; only with with_additional_data.'),
    extension_additional_data: z
      .array(extensionAdditionalData)
      .optional()
      .describe('Data that single extensions ask for, one entry for each; only with with_additional_data.'),
    is_deleted: z
      .boolean()
      .describe('Whether the customer was deleted. A deleted customer can be read but not used in orders.'),
    deleted_at: wireDate.describe('When the customer was deleted.'),
  })
  .meta({ id: 'Customer', description: 'The registrant or another contact of domains and certificates.' })

/** A customer in answers. */
export type WireCustomer = z.input<typeof customer>
