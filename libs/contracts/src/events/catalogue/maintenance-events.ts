import { listMaintenances } from '../../domains/list-maintenances'
import { plannedMaintenance } from '../../domains/planned-maintenance'
import { accountEvent } from '../account-event'

/** A maintenance as `GET /v1/registries/maintenances` lists it; also one that was withdrawn. */
export const maintenanceState = plannedMaintenance

const ofMaintenance = { producer: 'domains', version: 1, read: listMaintenances, state: maintenanceState } as const

export const maintenancePlanned = accountEvent({
  ...ofMaintenance,
  type: 'maintenance.planned',
  summary: 'A maintenance of a registry was announced. Orders are accepted meanwhile, and are carried out after it.',
  notice: { severity: 'warning', text: '{text} (maintenance of a registry from {start} to {end}, UTC).' },
})

export const maintenanceChanged = accountEvent({
  ...ofMaintenance,
  type: 'maintenance.changed',
  summary: 'An announced maintenance of a registry was changed: its times, its impact or its text.',
  notice: { severity: 'warning', text: '{text} (maintenance of a registry, changed: from {start} to {end}, UTC).' },
})

export const maintenanceWithdrawn = accountEvent({
  ...ofMaintenance,
  type: 'maintenance.withdrawn',
  summary: 'An announced maintenance of a registry does not take place.',
  notice: { severity: 'info', text: '{text} (maintenance of a registry from {start}, UTC: does not take place).' },
})
