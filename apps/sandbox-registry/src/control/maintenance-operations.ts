import type { ClientBase } from 'pg'
import { z } from 'zod'
import { virtualNow } from '../clock/clock.store'
import { inTransaction } from '../database/transaction'
import { maintenanceNotice, type MaintenanceChange } from '../lifecycle/maintenance-notice'
import { allRegistrars, deleteMaintenance, putMaintenance, type Maintenance } from '../objects/maintenance.store'
import { insertPollMessage } from '../objects/poll-message.store'
import { ControlError } from './control-error'
import { parse, type ControlOperation } from './operation'

const maintenance = z
  .strictObject({
    start: z.iso.datetime(),
    end: z.iso.datetime(),
    reason: z.enum(['planned', 'emergency']).default('planned'),
    impact: z.enum(['full', 'partial', 'none']).default('full'),
    /** Empty for all. */
    tlds: z.array(z.string().min(1).max(63)).default([]),
  })
  .refine(({ start, end }) => start < end, { path: ['end'], error: 'is not after start' })

/** Maintenances, announced to every registrar. */
export const maintenanceOperations: readonly ControlOperation[] = [
  {
    method: 'PUT',
    path: /^\/maintenances\/([^/]+)$/,
    run: async ({ pool, clock }, { parameter: id, body }) => {
      const { start, end, ...rest } = parse(maintenance, body)
      const now = await virtualNow(pool, clock)
      return inTransaction(pool, async (db) => {
        const put = await putMaintenance(db, { id, start: new Date(start), end: new Date(end), ...rest, now })
        await announce(db, put, put.updatedAt ? 'update' : 'create', now)
        return put
      })
    },
  },
  {
    method: 'DELETE',
    path: /^\/maintenances\/([^/]+)$/,
    run: async ({ pool, clock }, { parameter: id }) => {
      const now = await virtualNow(pool, clock)
      return inTransaction(pool, async (db) => {
        const deleted = await deleteMaintenance(db, id)
        if (!deleted) throw new ControlError(404, 'no such maintenance')
        await announce(db, deleted, 'delete', now)
        return deleted
      })
    },
  },
]

async function announce(db: ClientBase, about: Maintenance, change: MaintenanceChange, now: Date): Promise<void> {
  for (const registrar of await allRegistrars(db))
    await insertPollMessage(db, maintenanceNotice(registrar, about, change, now))
}
