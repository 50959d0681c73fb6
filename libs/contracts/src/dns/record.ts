import { z } from 'zod'
import type { ErrorName } from '../errors'
import { wireDate } from '../primitives/dates'
import { refusedAs } from '../primitives/refused-as'
import { integer, text, textUpTo } from '../primitives/scalars'

/** Value of a record. The largest TXT record (64,000 octets) fits with every octet written as `\\DDD`. */
export const recordValue = textUpTo(260_000)

/** A record as clients give it: the name is relative to the zone, `""` or `@` is the apex. */
export const recordGiven = z
  .object({
    type: text.describe(
      'Type of the record, such as A, AAAA, MX or TXT; in upper or lower case. The platform manages the SOA record and the NS records of the apex.',
    ),
    name: text
      .prefault('')
      .describe(
        'Owner name relative to the zone, such as www; empty or `@` is the zone itself. A name that ends with the name of the zone is treated as fully qualified.',
      ),
    value: recordValue.describe(
      'Data of the record as a zone file writes it, such as 192.0.2.10. A TXT value may be quoted or not.',
    ),
    ttl: refusedAs(integer(), { missing: 'record_ttl_invalid', wrong: 'record_ttl_invalid' }).describe(
      'Time to live in seconds, 60 to 604800; the operator may set another minimum. Records of one name and type share one.',
    ),
    prio: refusedAs(integer(), { wrong: 'record_priority_invalid' })
      .optional()
      .describe('Preference of MX and priority of SRV, 0 to 65535; the smallest is used first. Other types have none.'),
  })
  .meta({ id: 'RecordGiven', description: 'A DNS record to store.' })

/** A record to find; time to live and preference are optional. */
export const recordNamed = recordGiven.partial({ ttl: true }).meta({
  id: 'RecordNamed',
  description: 'A DNS record to find, by type, name and value. ttl and prio are compared only when they are given.',
})

/** A record in answers: the name is fully qualified, without the final dot. */
export const record = z
  .object({
    type: z.string().describe('Type of the record, such as A, AAAA, MX or TXT.'),
    name: z.string().describe('Owner name, fully qualified without the final dot, such as www.example.com.'),
    value: z.string().describe('Data of the record as a zone file writes it; TXT values are quoted.'),
    ttl: z.int().describe('Time to live in seconds.'),
    prio: z.int().describe('Preference of MX and priority of SRV; 0 for other types.'),
    ip: z.string().optional().describe('Address of the client that set the record; absent if unknown.'),
    creation_date: wireDate.describe('When the record was added to the zone.'),
    modification_date: wireDate.describe('When the record was last changed.'),
  })
  .meta({ id: 'Record', description: 'A DNS record of a zone.' })

/** Refusals of records in requests. */
export const recordFaults = [
  'record_type_invalid',
  'record_name_invalid',
  'record_value_missing',
  'record_ttl_invalid',
  'record_priority_invalid',
  'record_a_invalid',
  'record_cname_invalid',
  'record_mx_invalid',
  'record_ns_invalid',
  'record_aaaa_invalid',
  'record_txt_invalid',
  'record_spf_invalid',
  'record_srv_invalid',
  'record_invalid',
  'record_duplicate',
  'rrset_conflict',
] as const satisfies readonly ErrorName[]

/** A record for the examples of requests. */
export const recordExample = { type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 }
