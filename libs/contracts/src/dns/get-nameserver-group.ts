import { z } from 'zod'
import { operation } from '../operation'
import { resourceId } from '../primitives/scalars'
import { nameserverGroup } from './nameserver'

/** Reads one nameserver group by its name. */
export const getNameserverGroup = operation({
  id: 'nameserver-groups.get',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/nameservers/groups/:ns_group',
  summary: 'Read a nameserver group',
  description: 'Use when the name of the group is known. Answers its nameservers in order.',
  params: z.object({ ns_group: z.string().max(255) }),
  query: z.object({ id: resourceId.optional() }),
  result: nameserverGroup,
  errors: ['ns_group_not_found'],
})
