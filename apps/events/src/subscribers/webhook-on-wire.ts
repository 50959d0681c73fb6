import type { z } from 'zod'
import type { webhook } from '@nameyard/contracts/events/webhooks/webhook'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Webhook } from './webhook.store'

/** A webhook as resellers read it. */
export const webhookOnWire = (row: Webhook): z.input<typeof webhook> => ({
  id: row.id,
  form: row.form,
  url: row.url,
  types: row.types,
  description: row.description,
  status: row.status,
  status_reason: row.statusReason,
  status_changed_at: printDate(row.statusAt),
  username: row.username,
  key_id: row.keyId,
  secret_rotated_at: printDate(row.secretRotatedAt),
  former_secret_until: printDate(row.formerSecretUntil),
  position: row.position,
  waiting: row.waiting,
  last_accepted_at: printDate(row.lastAcceptedAt),
  failing_since: printDate(row.failingSince),
  created_at: printDate(row.createdAt),
})
