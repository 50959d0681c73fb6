import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { zoneName } from './zone-name'

/** Returns a record that proves control of a name which is served by other name servers. */
export const requestZoneProof = operation({
  id: 'zones.request-proof',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones/:name/proof',
  summary: 'Get the record that proves control of a name',
  description:
    'Use when a name is unavailable although its owner wants it in this account and has not registered it here. Publish the record at the present name servers of the name, then call zones.claim. The record is for this account only, works once, and stays the same until it expires. The number of open records of an account is limited. Changes no zone. Free of charge.',
  isDestructive: false,
  params: z.object({ name: zoneName }),
  result: z.object({
    record: z
      .object({
        type: z.literal('TXT').describe('Type of the record.'),
        name: z.string().describe('Owner name of the record, without the final dot.'),
        value: z.string().describe('Text of the record.'),
      })
      .meta({ id: 'ZoneProofRecord', description: 'A record that proves control of a name.' }),
    expiration_date: wireDate.describe('Until when the record proves control.'),
    name_servers: z
      .array(z.string())
      .describe(
        'A delegation of the name to exactly these proves control without the record. Empty for an account with the shared name servers.',
      ),
  }),
  errors: ['domain_name_invalid', 'extension_invalid', 'zone_unavailable', 'zone_proofs_open'],
})
