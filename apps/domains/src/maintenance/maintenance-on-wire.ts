import type { z } from 'zod'
import type { maintenanceOfOperator, plannedMaintenance } from '@nameyard/contracts/domains/planned-maintenance'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { PlannedMaintenance } from './maintenance.store'

/** A maintenance as resellers see it: without our account at the registry, and without the operator. */
export const maintenanceOnWire = (row: PlannedMaintenance): z.input<typeof plannedMaintenance> => ({
  id: row.id,
  status: row.withdrawnAt === null ? 'planned' : 'withdrawn',
  start: printDate(row.startsAt),
  end: printDate(row.endsAt),
  impact: row.impact,
  extensions: [...row.extensions],
  text: row.text,
  announced_at: printDate(row.announcedAt),
  changed_at: printDate(row.changedAt),
})

export const maintenanceForOperator = (row: PlannedMaintenance): z.input<typeof maintenanceOfOperator> => ({
  id: row.id,
  ...(row.registryAccount !== null && { registryAccount: row.registryAccount }),
  extensions: [...row.extensions],
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  impact: row.impact,
  text: row.text,
  changedAt: row.changedAt.toISOString(),
  ...(row.withdrawnAt && { withdrawnAt: row.withdrawnAt.toISOString() }),
  setBy: row.setBy,
})
