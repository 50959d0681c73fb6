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
  description: 'Use to find name server groups, and how many domains use each.',
  query: z.object({
    ...page(),
    order_by: z
      .object({
        ns_group: order.describe('Sorts by the name of the group: asc or desc.'),
        domain_count: order.describe('Sorts by the number of domains that use the group: asc or desc.'),
        ns_count: order.describe('Sorts by the number of name servers: asc or desc.'),
      })
      .partial()
      .optional()
      .describe('Columns to sort by; by name when absent.'),
    with_domain_count: flag.prefault(false).describe('Count the domains that use each group; false by default.'),
    with_ns_count: flag.prefault(false).describe('Count the name servers of each group; false by default.'),
    ns_group_pattern: pattern.optional().describe('Group to look for by its name; `*` stands for any characters.'),
    ns_name_pattern: pattern
      .optional()
      .describe('Only groups with a name server of this name; `*` stands for any characters.'),
    ns_ip_pattern: pattern
      .optional()
      .describe('Only groups with a name server of this address; `*` stands for any characters.'),
  }),
  result: results(nameserverGroup),
  errors: [],
  schemas: { response: 'ns_groupListGroupsResponse' },
})
