import { accountEvent } from '../account-event'
import { getWebhook } from './get-webhook'
import { webhook } from './webhook'

/**
 * A webhook as `GET /v1/webhooks/{id}` shows it. Left out are its address, which may have a secret of its receiver, and what
 * may be about people: the log is never changed.
 */
export const webhookState = webhook.omit({ url: true, description: true, username: true })

const ofWebhook = { producer: 'events', version: 1, read: getWebhook, state: webhookState } as const

export const webhookPaused = accountEvent({
  ...ofWebhook,
  type: 'webhook.paused',
  summary:
    'The platform paused a webhook: its receiver accepted nothing for three days, or events that it had not got are gone.',
  notice: { severity: 'warning', text: 'Webhook {id} is paused: {status_reason}.' },
})

export const webhookEnded = accountEvent({
  ...ofWebhook,
  type: 'webhook.ended',
  summary: 'A webhook ended: its receiver answered 410, or the one with whose rights it reads may not read any more.',
  notice: { severity: 'warning', text: 'Webhook {id} has ended: {status_reason}.' },
})
