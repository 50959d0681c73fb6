import { z } from 'zod'
import { operation } from '../operation'
import { nameserverChanged } from './nameserver'
import { nameserverName } from './nameserver-fields'

/** Removes a nameserver from the account. */
export const deleteNameserver = operation({
  id: 'nameservers.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/nameservers/:name',
  summary: 'Delete a nameserver',
  description:
    'Deletes a name server that no group and no domain uses, also at the registry if it is a host object there. Free of charge. Undo with nameservers.create.',
  params: z.object({ name: nameserverName }),
  result: nameserverChanged,
  errors: ['nameserver_not_found', 'nameserver_in_use', 'nameserver_busy', 'registry_refused', 'registry_unavailable'],
  schemas: { response: 'nameserverNameserverBoolResponse' },
})
