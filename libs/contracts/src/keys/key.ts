import { z } from 'zod'
import { approvalSettings } from '../primitives/approval-settings'
import { wireDate } from '../primitives/dates'
import { integer } from '../primitives/scalars'
import { everyRight } from '../rights'

/** Texts that the operations of keys share. */
export const descriptions = {
  id: 'Number of the key.',
  key: 'The key for the `Authorization` header: `Bearer ny_live_…`. It is shown only in this answer: store it now.',
} as const

export const keyId = integer({ min: 1 }).describe('Number of the key, as returned by keys.create and keys.list.')

/** An API key as it is listed; the key itself is not stored. */
export const apiKey = z
  .object({
    id: z.int().describe(descriptions.id),
    name: z.string().describe('Your name for the program that uses the key.'),
    hint: z.string().describe('Last four characters of the key, to recognize it.'),
    username: z.string().describe('User name of the contact as whom the key acts.'),
    scope: z.array(z.enum(everyRight)).describe('Rights of the key, as in access.login.'),
    allow: z.array(z.string()).describe('Addresses and CIDR ranges from which the key works; empty for all.'),
    expires_at: wireDate.describe('When the key stops working; unset for a key without an end.'),
    unused_days: z.int().describe('Days without a request after which the key stops working; 0 for no such limit.'),
    domains: z.array(z.string()).describe('Domains that the key is limited to; see is_limited_to_objects.'),
    zones: z.array(z.string()).describe('DNS zones that the key is limited to; see is_limited_to_objects.'),
    record_names: z.array(z.string()).describe('Owner names of records that the key is limited to; empty for all.'),
    record_types: z.array(z.string()).describe('Types of records that the key is limited to; empty for all.'),
    is_limited_to_objects: z
      .boolean()
      .describe('Whether the key sees and changes only its domains and zones, instead of all of the account.'),
    spend_per_day: z
      .number()
      .nullable()
      .describe('What the orders of the key may cost on one day in UTC; null for no limit.'),
    spend_per_month: z
      .number()
      .nullable()
      .describe('What the orders of the key may cost in one month in UTC; null for no limit.'),
    approval: z
      .enum(approvalSettings)
      .describe('Which calls of the key a person must approve: `none`, `purchases` or `purchases-and-destructive`.'),
    is_valid: z.boolean().describe('Whether the key has not reached its end or its limit of unused days.'),
    created_at: wireDate.describe('When the key was created.'),
    rotated_at: wireDate.describe('When the key was last replaced by keys.rotate; unset if it never was.'),
    last_used_at: wireDate.describe('When the key was last used, to the minute; unset if it never was.'),
    last_used_from: z.string().describe('Address of the client that used the key last; empty if it was never used.'),
  })
  .meta({ id: 'ApiKey', description: 'A key with which a program calls the API.' })

/** A new key. */
export const newKey = z.object({ id: z.int().describe(descriptions.id), key: z.string().describe(descriptions.key) })
