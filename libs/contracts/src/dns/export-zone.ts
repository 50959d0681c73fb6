import { z } from 'zod'
import { operation } from '../operation'
import { zoneName } from './zone-name'

/** Exports a zone as a zone file, including SOA and NS of the platform. */
export const exportZone = operation({
  id: 'zones.export',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones/:name/export',
  summary: 'Export a zone file',
  description:
    'Use to move a zone to another provider or to keep a copy. With `Accept: text/dns` the answer is the file itself.',
  params: z.object({ name: zoneName }),
  result: z.object({
    zone_file: z
      .string()
      .describe('The zone as a zone file (RFC 1035 section 5). With `Accept: text/dns` the answer is only the file.'),
  }),
  plainText: { type: 'text/dns', field: 'zone_file' },
  errors: ['zone_not_found'],
})
