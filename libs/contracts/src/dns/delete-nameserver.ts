import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'

/** Removes a nameserver from the account. */
export const deleteNameserver = operation({
  id: 'nameservers.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/nameservers/:name',
  summary: 'Delete a nameserver',
  params: z.object({ name: z.string().max(255) }),
  result: success,
  errors: ['nameserver_not_found', 'nameserver_in_use'],
})
