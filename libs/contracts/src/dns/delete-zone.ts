import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { success } from '../primitives/page'
import { resourceId } from '../primitives/scalars'
import { zoneProvider } from './zone'

/** Deletes a zone and all its records, for good. */
export const deleteZone = operation({
  id: 'zones.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/zones/:name',
  summary: 'Delete a DNS zone',
  params: z.object({ name: z.string().max(255) }),
  query: z.object({ id: resourceId.optional(), domain: domainNameQuery, provider: zoneProvider.optional() }),
  result: success,
  errors: ['zone_not_found'],
})
