import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { nsGroup } from './about-nameservers'

/** Deletes a nameserver group that no domain uses. */
export const deleteNameserverGroup = operation({
  id: 'nameserver-groups.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/nameservers/groups/:ns_group',
  summary: 'Delete a nameserver group',
  description:
    'Deletes a group that no domain uses; a used one is refused. Costs nothing; undone by creating it again.',
  params: z.object({ ns_group: nsGroup }),
  result: success,
  errors: ['ns_group_not_found', 'ns_group_in_use', 'ns_group_managed'],
})
