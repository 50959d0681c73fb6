import { operation } from '../operation'
import { resellerStatistics } from './reseller-parts'

/** Counts what the caller's account has. */
export const getResellerStatistics = operation({
  id: 'resellers.get-statistics',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/resellers/statistics',
  summary: 'Count what the own account has',
  description: 'Use to see the numbers of customers, zones, domains by status, certificates and e-mail services.',
  result: resellerStatistics,
})
