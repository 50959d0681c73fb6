import { z } from 'zod'
import { internalOperation } from '../operation'
import { givenWindow, maintenanceId, maintenanceOfOperator } from './planned-maintenance'

/** Changes an announced maintenance that has not ended. What is left out stays. Each account is told. */
export const changeMaintenance = internalOperation({
  id: 'registries.change-maintenance',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Change an announced maintenance, and tell all accounts',
  body: z.object({ id: maintenanceId, ...z.object(givenWindow).partial().shape }),
  result: maintenanceOfOperator,
  errors: ['invalid_input'],
})
