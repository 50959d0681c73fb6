import { z } from 'zod'
import { wireDate } from '../../primitives/dates'
import { integer } from '../../primitives/scalars'
import { eventTypes } from '../event-fields'

/** Webhooks of an account, also those that have ended. */
export const MOST_WEBHOOKS = 20

/** The states of a webhook. */
export const webhookStatuses = ['active', 'paused', 'ended'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** How requests look: as Standard Webhooks say, or as receivers of the notification settings know them. */
export const webhookForms = ['standard', 'legacy'] as const
export type WebhookForm = (typeof webhookForms)[number]

export const webhookId = integer({ min: 1 }).describe('Number of the webhook, as returned by webhooks.create.')

/** Texts and filters that requests share. */
export const webhookFields = {
  url: z
    .string()
    .max(2048)
    .describe('Address that gets the events: https, of a public host, without a user name or password.'),
  types: eventTypes.describe(
    'Only events of these types, such as `domain.renewed`; `domain.*` are all of domains. Empty for all.',
  ),
  description: z.string().max(255).describe('Your own words for the webhook.'),
} as const

/** A webhook as it is read; its secret is never read. */
export const webhook = z
  .object({
    id: z.int().describe('Number of the webhook.'),
    form: z
      .enum(webhookForms)
      .describe('`standard`, as Standard Webhooks say; `legacy` for the one that resellers.update sets.'),
    url: z.string().describe('Address that gets the events.'),
    types: z.array(z.string()).describe('Only events of these types; empty for all.'),
    description: z.string().describe('Your own words for the webhook.'),
    status: z
      .enum(webhookStatuses)
      .describe(
        '`active`; `paused` by you or by the platform; `ended` by its receiver, or with the rights of its user.',
      ),
    status_reason: z.string().describe('Why the platform paused or ended it; empty if it did not.'),
    status_changed_at: wireDate.describe('Since when it has this status.'),
    username: z
      .string()
      .describe(
        'User name of the contact with whose rights it reads: who created it, or set its address or resumed it last.',
      ),
    key_id: z.int().nullable().describe('Number of the API key with whose rights it reads; null for a login.'),
    secret_rotated_at: wireDate.describe('When its secret was last replaced; unset if it never was.'),
    former_secret_until: wireDate.describe('Until when the former secret signs too; unset if it does not.'),
    position: z.int().describe('Number of the last event of the log that was taken for delivery or was not for it.'),
    waiting: z.int().describe('Deliveries that were not accepted yet and will be tried again.'),
    last_accepted_at: wireDate.describe('When its receiver last accepted an event; unset if it never did.'),
    failing_since: wireDate.describe('Since when no event was accepted although some were sent; unset if it works.'),
    created_at: wireDate.describe('When it was created.'),
  })
  .meta({ id: 'Webhook', description: 'An address to which the events of the account are sent.' })

/** The secret of a webhook, in the only answers that have it. */
export const webhookSecret = z
  .string()
  .describe('Secret that signs: `whsec_` and base64 of 32 octets. It is shown only in this answer: store it now.')
