import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import type { ErrorName } from '../errors'
import { refusedAs } from '../primitives/refused-as'
import { integer, text, textUpTo } from '../primitives/scalars'

/** Value of a record: a TXT of 64,000 octets, the largest there is, fits with every octet written as `\\DDD`. */
export const recordValue = textUpTo(260_000)

/** A record as clients give it: the name is relative to the zone, `""` or `@` is the apex. */
export const recordGiven = z
  .object({
    type: text,
    name: text.prefault(''),
    value: recordValue,
    ttl: refusedAs(integer(), { missing: 'record_ttl_invalid', wrong: 'record_ttl_invalid' }),
    prio: refusedAs(integer(), { wrong: 'record_priority_invalid' })
      .optional()
      .meta({ description: 'Preference of MX and SRV.' }),
  })
  .meta({ id: 'RecordGiven' })

/** A record named by its meaning, to find it: time to live and preference may be missing. */
export const recordNamed = recordGiven.partial({ ttl: true }).meta({ id: 'RecordNamed' })

/** A record as it is answered: the name is fully qualified without the final dot. */
export const record = z
  .object({
    type: z.string(),
    name: z.string(),
    value: z.string(),
    ttl: z.int(),
    prio: z.int(),
    ip: z.string().optional(),
    creation_date: wireDate,
    modification_date: wireDate,
  })
  .meta({ id: 'Record' })

/** What may be wrong with records that are given, whatever they are given for. */
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
