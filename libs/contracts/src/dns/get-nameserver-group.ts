import { z } from 'zod'
import { operation } from '../operation'
import { resourceId } from '../primitives/scalars'
import { nameserverGroup } from './nameserver'
import { nsGroup } from './about-nameservers'

/** Reads one nameserver group by its name. */
export const getNameserverGroup = operation({
  id: 'nameserver-groups.get',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/nameservers/groups/:ns_group',
  summary: 'Read a nameserver group',
  description: 'Use when the name of the group is known. Answers its nameservers in order.',
  params: z.object({ ns_group: nsGroup }),
  query: z.object({
    id: resourceId.optional().describe('Number of the group; when it is given, it must be that of the named group.'),
  }),
  result: nameserverGroup,
  errors: ['ns_group_not_found'],
})
