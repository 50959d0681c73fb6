import { z } from 'zod'
import { flag, textUpTo } from '../primitives/scalars'

/** Which notifications an account gets: its webhook of the older form. */
export const notificationsGiven = z.object({
  is_webhook_enabled: flag
    .optional()
    .describe('Whether events of domains are sent to the webhook. With `false`, `webhook_settings` is ignored.'),
  webhook_settings: z
    .object({
      host: textUpTo(2048).optional().describe('Address that gets the events: https, of a public host.'),
      api_key: textUpTo(1024)
        .optional()
        .describe('Sent as `Authorization: Bearer`. Never read back; empty or absent stays as it is.'),
      signature_secret: textUpTo(1024)
        .optional()
        .describe('Signs the requests in `X-Webhook-Signature`. Never read back; empty or absent stays as it is.'),
    })
    .optional()
    .describe('Saved after a test request was answered with 200.'),
})

/** The same as it is read: key and secret are always empty. */
export const notificationsShown = z
  .object({
    is_webhook_enabled: z.boolean().describe('Whether events of domains are sent to the webhook.'),
    webhook_settings: z
      .object({
        host: z.string().describe('Address that gets the events; empty without a webhook.'),
        api_key: z.string().describe('Always empty.'),
        signature_secret: z.string().describe('Always empty.'),
      })
      .describe('The webhook of the account, without its secrets.'),
  })
  .meta({ id: 'NotificationsSettings', description: 'Which notifications the account gets.' })
