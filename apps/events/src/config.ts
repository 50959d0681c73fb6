import { z } from 'zod'
import { egressSettings } from '@nameyard/egress/settings'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { EVENTS_DAYS, eventsRetention } from './retention'

/** Settings of the events service. */
export const configSchema = serviceConfig.extend({
  /** Days for which rows stay: docs/retention.md. */
  ...retentionSettings(eventsRetention.rules),
  ...egressSettings,
  /** Days for which events can be read. */
  RETENTION_EVENTS_DAYS: z.coerce.number().min(EVENTS_DAYS.setting.least).max(36_500).default(EVENTS_DAYS.days),
  /**
   * Secrets that encrypt the secrets of webhooks, separated by commas, the newest first. The first one encrypts; all of
   * them decrypt. The same in every process. Without a secret no webhook can be created.
   */
  WEBHOOK_SECRET: z
    .string()
    .transform((given) => given.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32)))
    .optional(),
  /** Requests at the same time to one webhook, by all processes. */
  WEBHOOK_REQUESTS_EACH: z.coerce.number().int().min(1).max(100).default(5),
  /** Requests of this process at the same time to webhooks that work; as many again to those that fail. */
  WEBHOOK_REQUESTS: z.coerce.number().int().min(1).max(1_000).default(100),
})
export type EventsConfig = z.output<typeof configSchema>

/** Injection token of the settings. */
export const EVENTS_CONFIG = Symbol('settings of the events service')
