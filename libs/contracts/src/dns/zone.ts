import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { word } from '../primitives/scalars'
import { record } from './record'

/** Whether the platform holds the zone's data or takes it from the customer's own server. */
export const zoneType = word('master', 'slave')

/** Who serves a zone: the platform, or the premium provider. */
export const zoneProvider = word('openprovider', 'sectigo')

const premiumDns = z
  .object({
    sectigo: z
      .object({
        autorenew: z.boolean(),
        order_date: wireDate,
        renewal_date: wireDate,
        secured: z.boolean(),
        website_id: z.int(),
      })
      .partial(),
  })
  .partial()
  .meta({ id: 'PremiumDns' })

const zoneHistoryEntry = z
  .object({
    date: wireDate,
    was: z
      .string()
      .meta({ description: 'Name, ttl, type, prio where the type has one, and value; empty where it is new.' }),
    is: z.string().meta({ description: 'Empty where the record went.' }),
    source: z.string().meta({ description: 'Operation that changed it.' }),
    who: z.string().meta({ description: 'Who changed it.' }),
    version: z.int().meta({ description: 'Version of the zone that the change made.' }),
  })
  .meta({ id: 'ZoneHistoryEntry' })

const zonePublication = z
  .object({
    state: z.enum(['published', 'pending', 'rejected']).meta({
      description:
        'published: every name server answers the version; pending: they will; rejected: they do not take it, and answer the last one they took.',
    }),
    version: z.int().meta({ description: 'What the zone says now.' }),
    published_version: z.int().meta({ description: 'What every name server is known to answer; 0 before the first.' }),
    reason: z.string().optional().meta({ description: 'In the words of the name server; only when rejected.' }),
  })
  .meta({ id: 'ZonePublication' })

/** A zone. `id` comes first and is never the last key: clients find it by position. */
export const zone = z
  .object({
    id: z.int(),
    reseller_id: z.int(),
    name: z.string(),
    type: z.enum(['master', 'slave']),
    provider: z.enum(['openprovider', 'sectigo']),
    ip: z.string().optional().meta({ description: 'Address of the master of a slave zone.' }),
    active: z.boolean(),
    is_deleted: z.boolean(),
    is_shadow: z.boolean().optional(),
    is_spamexperts_enabled: z.boolean().optional(),
    creation_date: wireDate,
    modification_date: wireDate,
    publication: zonePublication,
    dnskey: z.string().optional().meta({ description: 'Flags, protocol, algorithm and key; only with with_dnskey.' }),
    premium_dns: premiumDns.nullable().optional(),
    records: z.array(record).optional().meta({ description: 'Only with with_records.' }),
    history: z.array(zoneHistoryEntry).optional().meta({
      description: 'Only with with_history: the last 100 changed records, newest first. zones.list-versions tells all.',
    }),
  })
  .meta({ id: 'Zone' })
