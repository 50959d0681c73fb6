import { z } from 'zod'
import { descriptions } from '../customers/person-fields'
import { wireDate } from '../primitives/dates'
import { word } from '../primitives/scalars'
import { record } from './record'

/** Whether the platform stores the records of the zone or fetches them from the customer's server. */
export const zoneType = word('master', 'slave').describe(
  '`master`: the records are kept here. `slave`: they are fetched from master_ip.',
)

/** Provider that serves a zone: the platform, or the premium provider. */
export const zoneProvider = word('openprovider', 'sectigo').describe(
  'Who serves the zone: openprovider stands for this platform; sectigo is not offered.',
)

const premiumDns = z
  .object({
    sectigo: z
      .object({
        autorenew: z.boolean().describe('Whether the order renews by itself.'),
        order_date: wireDate.describe('When it was ordered.'),
        renewal_date: wireDate.describe('When it renews next.'),
        secured: z.boolean().describe('Whether the zone is signed with DNSSEC.'),
        website_id: z.int().describe('Number of the zone at the provider.'),
      })
      .partial()
      .describe('The order at the premium provider; never present here.'),
  })
  .partial()
  .meta({ id: 'PremiumDns', description: 'Premium DNS is not offered here: null.' })

const zoneHistoryEntry = z
  .object({
    date: wireDate.describe('When the record was changed.'),
    was: z
      .string()
      .describe(
        'The record before the change: name, ttl, type, prio where the type has one, and value; empty when it was added.',
      ),
    is: z.string().describe('The record after the change; empty when it was removed.'),
    source: z.string().describe('Operation that made the change, such as zones.update.'),
    who: z.string().describe('Who made the change: a user name, or the platform.'),
    version: z.int().describe('Version of the zone that the change made.'),
  })
  .meta({ id: 'ZoneHistoryEntry', description: 'A changed record.' })

const waitedFor = z
  .object({
    server: z
      .string()
      .describe(
        'Address and port of the name server, address of the master of a slave zone, or `publisher`: the program that writes to the name servers.',
      ),
    since: wireDate.describe('Since when the platform waits for it.'),
    problem: z.string().describe('Description of the problem.'),
    serial: z.int().optional().describe('Serial that the server answers instead of the expected version.'),
  })
  .meta({ id: 'ZoneWaitsFor', description: 'A server that prevents the publication of a zone.' })

const unpublishedRecords = z
  .object({
    record: z.string().describe('Name and type of the records, such as `www.example.com A`.'),
    reason: z.string().describe('Reason of the name server.'),
  })
  .meta({ id: 'UnpublishedRecords', description: 'Records that the name servers refuse.' })

const zoneTransfer = z
  .object({
    date: wireDate.describe('When the serial was first seen here.'),
    serial: z.int().describe('Serial that the master sent last.'),
    last_answer: wireDate.describe('When the master last answered, to the minute.'),
  })
  .meta({ id: 'ZoneTransfer', description: 'The last transfer of a slave zone.' })

const zonePublication = z
  .object({
    state: z
      .enum(['published', 'partial', 'pending', 'rejected'])
      .describe(
        '`published`: every name server answers the current version. `partial`: they do, except the records in unpublished. `pending`: some do not yet, or the master of a slave zone is silent; waiting_for names them. `rejected`: they refuse it and answer the last version that they accepted.',
      ),
    version: z
      .int()
      .describe('Version of the zone as it is stored; the serial number of its SOA record once it is published.'),
    published_version: z.int().describe('Latest version that all name servers answer; 0 before the first.'),
    reason: z.string().optional().describe('Reason of the rejection, from the name server.'),
    waiting_for: z
      .array(waitedFor)
      .optional()
      .describe('Servers that prevent the publication; only for `pending`, after the first attempt.'),
    unpublished: z
      .array(unpublishedRecords)
      .optional()
      .describe('Records that the name servers refuse; only for `partial`.'),
    transfer: zoneTransfer.optional().describe('Last transfer of a slave zone; absent before the first.'),
  })
  .meta({ id: 'ZonePublication', description: 'State of the publication on the name servers.' })

const zoneDelegation = z
  .object({
    state: z
      .enum(['own', 'shared', 'other', 'elsewhere', 'none', 'unknown'])
      .describe(
        '`own`: to exactly the expected name servers of this account, which proves control of the name. `shared`: to the names that older accounts share, which proves nothing. `other`: to servers of this platform in any other way. `elsewhere`: to other servers. `none`: there is no delegation. `unknown`: it was not checked yet.',
      ),
    expected: z.array(z.string()).describe('Name servers to which the owner should delegate the name.'),
    found: z.array(z.string()).describe('Name servers in the parent zone.'),
    checked_at: wireDate.describe(
      'When the parent zone was asked last. It is asked at regular intervals, and soon after zones.get found an old result.',
    ),
  })
  .meta({ id: 'ZoneDelegation', description: 'Where the parent zone delegates the name of a zone, as last checked.' })

/** A zone. `id` comes first and is never the last key: clients find it by position. */
export const zone = z
  .object({
    id: z.int().describe('Number of the zone.'),
    reseller_id: z.int().describe(descriptions.resellerId),
    name: z.string().describe('Name of the zone without the final dot, such as example.com.'),
    type: z
      .enum(['master', 'slave'])
      .describe('`master`: the records are stored here. `slave`: they are fetched from ip.'),
    provider: z
      .enum(['openprovider', 'sectigo'])
      .describe('Who serves the zone: openprovider stands for this platform.'),
    ip: z.string().optional().describe('IPv4 or IPv6 address of the master that a slave zone is fetched from.'),
    active: z.boolean().describe('Whether the zone is served; true for every zone.'),
    is_deleted: z.boolean().describe('Always false: a deleted zone is not found.'),
    is_shadow: z.boolean().optional().describe('Always false or absent: there are no shadow zones here.'),
    is_spamexperts_enabled: z.boolean().optional().describe('Always false or absent: SpamExperts is not offered here.'),
    creation_date: wireDate.describe('When the zone was created.'),
    modification_date: wireDate.describe('When the zone was last changed.'),
    publication: zonePublication,
    delegation: zoneDelegation,
    dnskey: z
      .string()
      .optional()
      .describe(
        'Public key that signs the zone: flags, protocol, algorithm and key as in a DNSKEY record; only with with_dnskey.',
      ),
    premium_dns: premiumDns.nullable().optional().describe('Premium DNS is not offered here: null.'),
    records: z
      .array(record)
      .optional()
      .describe('The records, SOA and NS of the platform included; only with with_records.'),
    history: z
      .array(zoneHistoryEntry)
      .optional()
      .describe('The last 100 changed records, newest first; only with with_history. See zones.list-versions for all.'),
  })
  .meta({ id: 'Zone', description: 'A DNS zone.' })
