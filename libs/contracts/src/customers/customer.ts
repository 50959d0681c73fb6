import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { text, word } from '../primitives/scalars'
import { address, personName, phone } from './person'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { about } from './about-people'

/** A label of the reseller's own on a customer. */
export const tag = z
  .object({
    key: word('customer').describe('Kind of the tag; `customer` is the only one.'),
    value: text.describe('Text of the tag, such as gold. At most 255 characters.'),
  })
  .meta({ id: 'Tag', description: 'A label of your own on a customer.' })

/**
 * Tags as a client gives them. Some send `{"key":"customer"}` where they mean none: an entry without a value is dropped,
 * and a list of such entries says nothing, so that it does not take away the tags that are there.
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

/** State of the verification of a customer's e-mail address: done, running, failed. */
export const emailVerificationState = z.enum(['ACT', 'REQ', 'FAI'])

/** A customer: the registrant or another contact of domains, known by its handle. */
export const customer = z
  .object({
    id: z.int().describe('Number of the customer; operations name a customer by the handle.'),
    handle: z.string().describe('Handle of the customer, such as AT123456-NL: what orders name it by.'),
    reseller_id: z.int().describe(about.resellerId),
    company_name: z.string().describe(about.companyName),
    name: personName,
    address,
    phone,
    fax: phone.partial().optional().describe(about.fax),
    email: z.string().describe(about.registrantEmail),
    email_verification_status: emailVerificationState
      .nullable()
      .optional()
      .describe(
        'Whether the address is verified: ACT (yes), REQ (a mail was sent, no answer yet), FAI (no answer in time); null when it was never asked for.',
      ),
    username: z.string().optional().describe('Kept for existing clients; customers do not log in.'),
    vat: z.string().optional().describe(about.vat),
    inn: z.string().optional().describe(about.inn),
    locale: z.string().describe(about.locale),
    comments: z.string().optional().describe(about.comments),
    comments_last_changed_at: wireDate.optional().describe('When the comments were last changed.'),
    tags: z.array(tag).optional().describe('Labels of your own on the customer.'),
    additional_data: customerAdditionalData
      .optional()
      .describe('Facts that registries ask for, whatever the extension; only with with_additional_data.'),
    extension_additional_data: z
      .array(extensionAdditionalData)
      .optional()
      .describe('Facts that single extensions ask for, one entry for each; only with with_additional_data.'),
    is_deleted: z
      .boolean()
      .describe('Whether the customer was deleted; a deleted one stays readable but cannot be ordered with.'),
    deleted_at: wireDate.describe('When the customer was deleted.'),
  })
  .meta({ id: 'Customer', description: 'The registrant or another contact of domains and certificates.' })

/** A customer as services write it on the wire. */
export type WireCustomer = z.input<typeof customer>
