import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { text, word } from '../primitives/scalars'
import { address, personName, phone } from './person'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'

/** A label of the reseller's own on a customer. */
export const tag = z
  .object({ key: word('customer'), value: text.meta({ description: 'At most 255 characters.' }) })
  .meta({ id: 'Tag' })

/** State of the verification of a customer's e-mail address: done, running, failed. */
export const emailVerificationState = z.enum(['ACT', 'REQ', 'FAI'])

/** A customer: the registrant or another contact of domains, known by its handle. */
export const customer = z
  .object({
    id: z.int(),
    handle: z.string(),
    reseller_id: z.int(),
    company_name: z.string().meta({ description: 'Empty for an individual.' }),
    name: personName,
    address,
    phone,
    fax: phone.partial().optional(),
    email: z.string(),
    email_verification_status: emailVerificationState.nullable().optional(),
    username: z.string().optional(),
    vat: z.string().optional(),
    inn: z.string().optional(),
    locale: z.string(),
    comments: z.string().optional(),
    comments_last_changed_at: wireDate.optional(),
    tags: z.array(tag).optional(),
    additional_data: customerAdditionalData.optional(),
    extension_additional_data: z.array(extensionAdditionalData).optional(),
    is_deleted: z.boolean(),
    deleted_at: wireDate,
  })
  .meta({ id: 'Customer' })

/** A customer as services write it on the wire. */
export type WireCustomer = z.input<typeof customer>
