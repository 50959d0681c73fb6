import { z } from 'zod'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { retentionSettings } from '@nameyard/runtime/retention-settings'
import { EVENTS_DAYS, eventsRetention } from './retention'

/** Settings of the events service. */
export const configSchema = serviceConfig.extend({
  /** Days for which rows stay: docs/retention.md. */
  ...retentionSettings(eventsRetention.rules),
  /** Days for which events can be read. */
  RETENTION_EVENTS_DAYS: z.coerce.number().min(EVENTS_DAYS.setting.least).max(36_500).default(EVENTS_DAYS.days),
})
export type EventsConfig = z.output<typeof configSchema>

/** Injection token of the settings. */
export const EVENTS_CONFIG = Symbol('settings of the events service')
