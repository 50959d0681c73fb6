import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { unlessBlank } from '../primitives/scalars'

/** Gives a nameserver other addresses. */
export const updateNameserver = operation({
  id: 'nameservers.update',
  service: 'dns',
  effect: 'write',
  method: 'PUT',
  path: '/v1/dns/nameservers/:name',
  summary: 'Update a nameserver',
  params: z.object({ name: z.string().max(255) }),
  body: z.object({ ip: unlessBlank, ip6: unlessBlank }),
  result: success,
  errors: ['nameserver_not_found', 'nameserver_ip_invalid', 'nameserver_address_missing'],
})
