import { z } from 'zod'
import { operation } from '../operation'
import { word } from '../primitives/scalars'
import { recordFaults } from './record'
import { zoneName } from './zone-name'
import { guardByDefault, plan, zoneChanged } from './zone-plan'

/** What happens to the existing records of a zone. */
export const intake = word('replace', 'sets', 'add')

/** Maximum length of a zone file in characters. */
const LONGEST_FILE = 4 * 1024 * 1024

/**
 * Refusals that no line of a file can cause: a file has no separate prio, a repeated record has no effect, and a TTL out
 * of bounds is set to the nearest bound.
 */
const unwritten: ReadonlySet<string> = new Set([
  'record_value_missing',
  'record_ttl_invalid',
  'record_priority_invalid',
  'record_duplicate',
])

/** Imports the records of a zone file; creates the zone if needed. All lines are imported, or none. */
export const importZone = operation({
  id: 'zones.import',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones/:name/import',
  summary: 'Import a zone file',
  description:
    'Use to import a zone from another provider, or many records at once: BIND zone files or the output of dig AXFR. SOA records, NS records at the apex and signatures are ignored. TTLs out of bounds are set to the nearest bound, and a warning counts them. With `Content-Type: text/dns` the body is the file itself. Importing the same file again changes nothing. Free of charge. Undo with zones.restore. Preview the change with plan.',
  isDestructive: true,
  params: z.object({ name: zoneName }),
  query: z.object({
    plan,
    guard: guardByDefault,
    mode: intake.optional().describe('Same as in the body, for requests whose body is the file itself.'),
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
    'zone_quota_reached',
    'zone_records_missing',
    'zone_change_braked',
    ...recordFaults.filter((fault) => !unwritten.has(fault)),
  ],
  example: { zone_file: '$TTL 3600\n@ MX 10 mail\nwww A 192.0.2.10\n', mode: 'replace' },
})
