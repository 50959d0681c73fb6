import { z } from 'zod'
import { operation } from '../operation'
import { word } from '../primitives/scalars'
import { recordFaults } from './record'
import { guardByDefault, plan, zoneChanged } from './zone-plan'
import { zoneName } from './zone-name'

/** What becomes of the records that a zone has, when it is given others. */
export const intake = word('replace', 'sets', 'add')

/** Longer than the body of a request may be. */
const LONGEST_FILE = 4 * 1024 * 1024

/** What no line can be at fault for: files have no prio apart, and say a record twice to no effect. */
const unwritten: ReadonlySet<string> = new Set(['record_value_missing', 'record_priority_invalid', 'record_duplicate'])

/** Gives a zone the records of a zone file; makes the zone where there is none. All lines come in, or none. */
export const importZone = operation({
  id: 'zones.import',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones/:name/import',
  summary: 'Import a zone file',
  description:
    'Use to bring a zone from elsewhere, or many records at once: BIND zone files and the output of a dig AXFR. SOA, NS at the apex and signatures are left out. Costs nothing; undone with zones.restore. Show it with plan first.',
  isDestructive: true,
  params: z.object({ name: zoneName }),
  query: z.object({ plan, guard: guardByDefault }),
  body: z.object({
    zone_file: z
      .string()
      .max(LONGEST_FILE)
      .describe(
        'A zone file (RFC 1035 section 5), at most 4 MiB: as BIND writes it, or the output of `dig AXFR`. $INCLUDE is refused.',
      ),
    mode: intake
      .prefault('replace')
      .describe(
        '`replace` (default): the zone has the records of the file and no others. `sets`: records of the same name and type are replaced. `add`: all records stay.',
      ),
  }),
  result: zoneChanged,
  errors: [
    'zone_not_found',
    'zone_file_invalid',
    'extension_invalid',
    'zone_unavailable',
    'zone_records_missing',
    'zone_change_braked',
    ...recordFaults.filter((fault) => !unwritten.has(fault)),
  ],
})
