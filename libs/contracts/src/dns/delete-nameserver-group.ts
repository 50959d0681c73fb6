import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { nsGroup } from './nameserver-fields'

/** Deletes a nameserver group that no domain uses. */
export const deleteNameserverGroup = operation({
  id: 'nameserver-groups.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/nameservers/groups/:ns_group',
  summary: 'Delete a nameserver group',
  description: 'Deletes a group. Refused while a domain uses it. Free of charge. Undo with nameserver-groups.create.',
  params: z.object({ ns_group: nsGroup }),
  result: success,
  errors: ['ns_group_not_found', 'ns_group_in_use', 'ns_group_managed'],
  schemas: { response: 'ns_groupGroupBoolResponse' },
})
