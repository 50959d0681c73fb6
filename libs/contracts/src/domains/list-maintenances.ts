import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { plannedMaintenance } from './planned-maintenance'

/** Lists the maintenances of registries that were announced to accounts and that have not ended. */
export const listMaintenances = operation({
  id: 'registries.list-maintenances',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/registries/maintenances',
  summary: 'List announced maintenances of registries',
  description:
    'Use to see which maintenances of registries were announced to the account, in order of their start: planned and running ones, without those that were withdrawn. Orders are accepted meanwhile.',
  query: z.object({
    ...page(),
    extensions: z
      .array(z.string().max(255))
      .optional()
      .describe('Only those of these extensions, without a leading dot.'),
  }),
  result: results(plannedMaintenance),
})
