import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, order, pattern } from '../primitives/scalars'
import { nameserverGroup } from './nameserver'

/** Lists the account's nameserver groups. */
export const listNameserverGroups = operation({
  id: 'nameserver-groups.list',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/nameservers/groups',
  summary: 'List nameserver groups',
  description: 'Use to find the groups of nameservers that domains can be delegated to, and how many domains use each.',
  query: z.object({
    ...page(),
    order_by: z
      .object({ ns_group: order, domain_count: order, ns_count: order })
      .partial()
      .optional()
      .meta({ description: 'By name when absent.' }),
    with_domain_count: flag.prefault(false),
    with_ns_count: flag.prefault(false),
    ns_group_pattern: pattern.optional(),
    ns_name_pattern: pattern.optional(),
    ns_ip_pattern: pattern.optional(),
  }),
  result: results(nameserverGroup),
  errors: [],
})
