import { z } from 'zod'
import type { RetentionRule } from '@nameyard/persistence/retention'

/** The settings of some rules, as fields of a service's configuration: numbers of days. Only their sweep reads them. */
export function retentionSettings(rules: readonly RetentionRule[]): object {
  return Object.fromEntries(
    rules.flatMap(({ period: { days, setting } }) =>
      setting ? [[setting.name, z.coerce.number().min(setting.least).max(36_500).default(days)] as const] : [],
    ),
  )
}
