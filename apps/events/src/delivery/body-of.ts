import type { WebhookForm } from '@nameyard/contracts/events/webhooks/webhook'
import { onWire } from '../reading/event-on-wire'
import { legacyEvent } from './legacy-event'

/** The body of the request that tells a webhook of this form an event. */
export const bodyOf = (
  form: WebhookForm,
  account: number,
  event: Parameters<typeof onWire>[1],
): ReturnType<typeof onWire> | ReturnType<typeof legacyEvent> =>
  form === 'legacy' ? legacyEvent(event) : onWire(account, event)
