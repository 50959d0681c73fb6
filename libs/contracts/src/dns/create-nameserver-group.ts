import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { refusedAs } from '../primitives/refused-as'
import { text } from '../primitives/scalars'
import { groupMember } from './nameserver'
import { hostsExample } from './nameserver-fields'

/** Creates a named set of name servers. */
export const createNameserverGroup = operation({
  id: 'nameserver-groups.create',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/nameservers/groups',
  summary: 'Create a nameserver group',
  description:
    'Use to delegate many domains to the same name servers under one name. Free of charge. Undo with nameserver-groups.delete.',
  body: z.object({
    ns_group: refusedAs(text, { missing: 'ns_group_name_invalid' }).describe(
      'Name of the new group, unique within the account.',
    ),
    name_servers: z.array(groupMember).max(13).describe('The name servers in their order; 2 to 13.'),
  }),
  result: success,
  errors: [
    'ns_group_name_invalid',
    'ns_group_exists',
    'ns_group_too_small',
    'nameserver_duplicate',
    'nameserver_name_missing',
    'nameserver_name_invalid',
    'nameserver_ip_invalid',
    'nameserver_ip6_invalid',
  ],
  example: hostsExample,
  schemas: { request: 'ns_groupCreateGroupRequest', response: 'ns_groupCreateGroupResponse' },
})
