import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { flag, resourceId, unlessBlank } from '../primitives/scalars'
import { recordFaults, recordGiven, recordNamed } from './record'
import { zoneProvider, zoneType } from './zone'
import { guardOnRequest, plan, zoneChanged } from './zone-plan'

/** Changes a zone in one step: all of it happens, or nothing. */
export const updateZone = operation({
  id: 'zones.update',
  service: 'dns',
  effect: 'write',
  method: 'PUT',
  path: '/v1/dns/zones/:name',
  summary: 'Update a DNS zone',
  description:
    'Changes records in one step: all of it happens or nothing. `replace` removes every record that is not given. Costs nothing; undone with zones.restore. Show it with plan first where much is at stake.',
  params: z.object({ name: z.string().max(255) }),
  query: z.object({ plan, guard: guardOnRequest }),
  body: z.object({
    id: resourceId.optional(),
    domain: domainName.partial().optional(),
    records: z
      .object({
        add: z.array(recordGiven),
        remove: z.array(recordNamed),
        update: z.array(z.object({ original_record: recordNamed, record: recordGiven })),
        replace: z.array(recordGiven).meta({ description: 'Leaves only these beside the SOA and NS of the platform.' }),
      })
      .partial()
      .optional(),
    type: zoneType.optional(),
    master_ip: unlessBlank,
    provider: zoneProvider.optional(),
    secured: flag.optional(),
    is_spamexperts_enabled: flag.optional(),
    premium_dns: z
      .object({ sectigo: z.object({ autorenew: flag, secured: flag }).partial() })
      .partial()
      .optional(),
  }),
  result: zoneChanged,
  errors: [
    'zone_not_found',
    'record_not_found',
    'record_managed',
    'soa_managed',
    'zone_change_braked',
    'dnssec_unavailable',
    'zone_master_invalid',
    ...recordFaults,
  ],
})
