import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { groupMember } from './nameserver'
import { nsGroup, hostsExample } from './nameserver-fields'

/** Replaces the nameservers of a group. */
export const updateNameserverGroup = operation({
  id: 'nameserver-groups.update',
  service: 'dns',
  effect: 'write',
  method: 'PUT',
  path: '/v1/dns/nameservers/groups/:ns_group',
  summary: 'Replace the nameservers of a group',
  description:
    'Replaces all members of a group. Domains keep their current name servers until they are updated. Free of charge. Undo with another update.',
  params: z.object({ ns_group: nsGroup }),
  body: z.object({
    name_servers: z
      .array(groupMember)
      .max(13)
      .describe('The name servers in order, 2 to 13; replaces all current members.'),
  }),
  result: success,
  errors: [
    'ns_group_not_found',
    'ns_group_managed',
    'ns_group_too_small',
    'nameserver_duplicate',
    'nameserver_name_missing',
    'nameserver_name_invalid',
    'nameserver_ip_invalid',
    'nameserver_ip6_invalid',
  ],
  example: { name_servers: hostsExample.name_servers },
  schemas: { request: 'ns_groupUpdateGroupRequest', response: 'ns_groupGroupBoolResponse' },
})
