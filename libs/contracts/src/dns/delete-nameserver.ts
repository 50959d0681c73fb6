import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { nameserverName } from './about-nameservers'

/** Removes a nameserver from the account. */
export const deleteNameserver = operation({
  id: 'nameservers.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/nameservers/:name',
  summary: 'Delete a nameserver',
  description:
    'Deletes the description of a nameserver that no group and no domain uses. Costs nothing; undone by creating it again.',
  params: z.object({ name: nameserverName }),
  result: success,
  errors: ['nameserver_not_found', 'nameserver_in_use'],
})
