import { z } from 'zod'
import { internalOperation } from '../operation'
import { maintenanceId, maintenanceOfOperator } from './planned-maintenance'

/** Withdraws an announced maintenance that has not ended. Each account is told. */
export const withdrawMaintenance = internalOperation({
  id: 'registries.withdraw-maintenance',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Withdraw an announced maintenance, and tell all accounts',
  body: z.object({ id: maintenanceId }),
  result: maintenanceOfOperator,
  errors: ['invalid_input'],
})
