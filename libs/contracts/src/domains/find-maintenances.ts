import { z } from 'zod'
import { internalOperation } from '../operation'
import { maintenanceOfOperator } from './planned-maintenance'

/** Lists the maintenances that accounts were told of, by their starts. */
export const findMaintenances = internalOperation({
  id: 'registries.find-maintenances',
  service: 'domains',
  audience: 'operator',
  effect: 'read',
  summary: 'List the announced maintenances',
  body: z.object({
    /** Also those that have ended or were withdrawn, as long as they are kept. */
    isWithPast: z.boolean().prefault(false),
  }),
  result: z.object({ maintenances: z.array(maintenanceOfOperator) }),
})
