import { z } from 'zod'
import { operation } from '../operation'
import { word } from '../primitives/scalars'
import { recordFaults } from './record'
import { guardByDefault, plan, zoneChanged } from './zone-plan'
import { zoneName } from './zone-name'

/** What becomes of the records that a zone has, when it is given others. */
export const intake = word('replace', 'sets', 'add')

/** Characters of a zone file at most. */
const LONGEST_FILE = 4 * 1024 * 1024

/**
 * What no line can be at fault for: files have no prio apart, say a record twice to no effect, and a TTL out of bounds
 * is set to the nearest bound.
 */
const unwritten: ReadonlySet<string> = new Set([
  'record_value_missing',
  'record_ttl_invalid',
  'record_priority_invalid',
  'record_duplicate',
])

/** Gives a zone the records of a zone file; makes the zone where there is none. All lines come in, or none. */
export const importZone = operation({
  id: 'zones.import',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones/:name/import',
  summary: 'Import a zone file',
  description:
    'Use to bring a zone from elsewhere, or many records at once: BIND zone files and the output of a dig AXFR. SOA, NS at the apex and signatures are left out. TTLs out of bounds are set to the nearest bound, and a warning counts them. With `Content-Type: text/dns` the body is the file itself. Asking again with the same file changes nothing. Costs nothing; undone with zones.restore. Show it with plan first.',
  isDestructive: true,
  params: z.object({ name: zoneName }),
  query: z.object({
    plan,
    guard: guardByDefault,
    mode: intake.optional().describe('As in the body, for a body that is the file itself.'),
  }),
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
  textBody: { type: 'text/dns', field: 'zone_file' },
  // In JSON an ASCII file is at most twice as long, because quotation marks, tabs and line ends are escaped.
  needs: { bodyBytes: 2 * LONGEST_FILE + 64 * 1024, answerMs: 60_000 },
  errors: [
    'zone_not_found',
    'zone_being_made',
    'zone_file_invalid',
    'extension_invalid',
    'zone_unavailable',
    'zone_records_missing',
    'zone_change_braked',
    ...recordFaults.filter((fault) => !unwritten.has(fault)),
  ],
})
