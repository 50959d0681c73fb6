import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { zoneName } from './zone-name'

/** Checks that the account controls a name, and takes the name from accounts that do not. */
export const claimZone = operation({
  id: 'zones.claim',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones/:name/claim',
  summary: 'Claim a name whose control the account proves',
  description:
    'Use when zones.create answers that a name is unavailable. Control is proved by holding the domain here, by a delegation in the parent zone to exactly the name servers of this account, or by the record of zones.request-proof at servers that are not of this platform. Withdraws the zones of other accounts at the name and below it, except those whose control they have proved themselves; these accounts are told. Then create the zone: for 30 days no other account can. Free of charge.',
  isDestructive: false,
  params: z.object({ name: zoneName }),
  result: z.object({
    success: success.shape.success,
    proof: z
      .enum(['domain', 'delegation', 'record'])
      .describe('How control was proved: the account holds the domain, by the delegation, or by the record.'),
    withdrawn: z.int().describe('Number of zones of other accounts that were withdrawn.'),
  }),
  errors: [
    'domain_name_invalid',
    'extension_invalid',
    'zone_unavailable',
    'zone_control_unproved',
    'zone_being_claimed',
  ],
})
