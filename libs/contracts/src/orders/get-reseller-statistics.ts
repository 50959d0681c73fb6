import { operation } from '../operation'
import { resellerStatistics } from './reseller-parts'

/** Returns the statistics of the caller's account. */
export const getResellerStatistics = operation({
  id: 'resellers.get-statistics',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/resellers/statistics',
  summary: 'Read the statistics of your account',
  description:
    'Use to see the numbers of customers, zones, domains by status, certificates and e-mail services of the account.',
  result: resellerStatistics,
  schemas: { response: 'statisticsGetStatisticsResponse' },
})
