import type { Maintenance } from '../objects/maintenance.store'
import type { Notice } from '../objects/poll-message.store'
import { MAINTENANCE } from '../xml/namespaces'
import { element, type Markup } from '../xml/write'

const texts = {
  create: 'Registry maintenance notification: planned.',
  update: 'Registry maintenance notification: changed.',
  delete: 'Registry maintenance notification: cancelled.',
} as const

/** What happened to a maintenance. */
export type MaintenanceChange = keyof typeof texts

/** Informs a registrar about a maintenance (RFC 9167 section 4.1.4). */
export function maintenanceNotice(
  registrar: string,
  maintenance: Maintenance,
  change: MaintenanceChange,
  at: Date,
): Notice {
  return { registrar, at, text: texts[change], resData: writeMaintenance(maintenance, change) }
}

/** A maintenance; with `pollType` only in poll messages. */
export function writeMaintenance(maintenance: Maintenance, change?: MaintenanceChange): Markup {
  const { id, start, end, reason, impact, tlds, createdAt, updatedAt } = maintenance
  return infData(
    element('maint:maint', {}, [
      element('maint:id', {}, id),
      change && element('maint:pollType', {}, change),
      element('maint:systems', {}, [
        element('maint:system', {}, [element('maint:name', {}, 'EPP'), element('maint:impact', {}, impact)]),
      ]),
      element('maint:environment', { type: 'production' }),
      element('maint:start', {}, start.toISOString()),
      element('maint:end', {}, end.toISOString()),
      element('maint:reason', {}, reason),
      tlds.length === 0
        ? undefined
        : element(
            'maint:tlds',
            {},
            tlds.map((tld) => element('maint:tld', {}, tld)),
          ),
      ...dates(createdAt, updatedAt),
    ]),
  )
}

/** What is planned or running, without its details. */
export function writeMaintenanceList(maintenances: readonly Maintenance[]): Markup {
  return infData(
    element(
      'maint:list',
      {},
      maintenances.map(({ id, start, end, createdAt, updatedAt }) =>
        element('maint:listItem', {}, [
          element('maint:id', {}, id),
          element('maint:start', {}, start.toISOString()),
          element('maint:end', {}, end.toISOString()),
          ...dates(createdAt, updatedAt),
        ]),
      ),
    ),
  )
}

function infData(content: Markup): Markup {
  return element('maint:infData', { 'xmlns:maint': MAINTENANCE }, [content])
}

function dates(createdAt: Date, updatedAt: Date | null): (Markup | undefined)[] {
  return [
    element('maint:crDate', {}, createdAt.toISOString()),
    updatedAt ? element('maint:upDate', {}, updatedAt.toISOString()) : undefined,
  ]
}
