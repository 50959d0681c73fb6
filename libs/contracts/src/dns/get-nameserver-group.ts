import { z } from 'zod'
import { operation } from '../operation'
import { resourceId } from '../primitives/scalars'
import { nameserverGroup } from './nameserver'
import { nsGroup } from './nameserver-fields'

/** Reads one nameserver group by its name. */
export const getNameserverGroup = operation({
  id: 'nameserver-groups.get',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/nameservers/groups/:ns_group',
  summary: 'Read a nameserver group',
  description: 'Use when you know the name of the group. Returns its name servers in order.',
  params: z.object({ ns_group: nsGroup }),
  query: z.object({
    id: resourceId.optional().describe('Number of the group; when it is given, it must be that of the named group.'),
  }),
  result: nameserverGroup,
  errors: ['ns_group_not_found'],
  schemas: { response: 'ns_groupGetGroupResponse' },
})
