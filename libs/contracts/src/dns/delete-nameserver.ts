import { z } from 'zod'
import { operation } from '../operation'
import { nameserverName } from './about-nameservers'
import { nameserverChanged } from './nameserver'

/** Removes a nameserver from the account. */
export const deleteNameserver = operation({
  id: 'nameservers.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/nameservers/:name',
  summary: 'Delete a nameserver',
  description:
    'Deletes a nameserver that no group and no domain uses, at the registry too where it is a host there. Costs nothing; undone by creating it again.',
  params: z.object({ name: nameserverName }),
  result: nameserverChanged,
  errors: ['nameserver_not_found', 'nameserver_in_use', 'nameserver_busy', 'registry_refused', 'registry_unavailable'],
})
