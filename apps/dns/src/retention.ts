import { outboxRetention } from '@nameyard/outbox/retention'
import { deletion, joined } from '@nameyard/persistence/retention'
import { sql } from '@nameyard/persistence/statement'

const tombstones = { days: 90, setting: { name: 'RETENTION_TOMBSTONES_DAYS', least: 30 } } as const

/** What happens to the rows of the tables of this service. */
export const dnsRetention = joined(outboxRetention, {
  rules: [
    {
      table: 'zone',
      rows: 'deleted and withdrawn zones with their history, after that',
      period: { days: 30, setting: { name: 'RETENTION_DELETED_ZONES_DAYS', least: 30 } },
      clock: 'platform',
      reason: 'the account may restore the zone until then',
      // A zone stays while a name server may serve it, or its DS may be in the parent zone.
      deletion: deletion('dns.delete-deleted-zones', {
        table: 'zone',
        key: ['id'],
        due: ({ before }) => sql`deleted_at < ${before} and published_version >= version and not exists (
          select from zone_key k where k.zone_id = zone.id and k.next_attempt_at is not null)`,
        order: sql`deleted_at`,
        with: { zone_change: 'zone_id', zone_key: 'zone_id', zone_link: 'zone_id', zone_transfer: 'zone_id' },
      }),
    },
    {
      table: 'zone_change',
      rows: 'versions of a zone, after the change',
      period: { days: 365, setting: { name: 'RETENTION_ZONE_CHANGES_DAYS', least: 30 } },
      clock: 'platform',
      reason: 'an account may restore any version until then; the newest one stays',
      deletion: deletion('dns.delete-old-changes', {
        table: 'zone_change',
        key: ['zone_id', 'version'],
        due: ({ before }) => sql`changed_at < ${before} and exists (
          select from zone_change newer where newer.zone_id = zone_change.zone_id
            and newer.version > zone_change.version)`,
        order: sql`changed_at`,
      }),
    },
    {
      table: 'zone_link',
      rows: 'links to zones, after their expiry',
      period: { days: 0 },
      clock: 'machine',
      reason: 'they no longer work',
      deletion: deletion('dns.delete-expired-links', {
        table: 'zone_link',
        key: ['hash'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'zone_proof',
      rows: 'records that prove control of a name, after their expiry',
      period: { days: 0 },
      clock: 'platform',
      reason: 'they prove nothing any more',
      deletion: deletion('dns.delete-expired-proofs', {
        table: 'zone_proof',
        key: ['name', 'reseller_id'],
        due: ({ before }) => sql`expires_at < ${before}`,
        order: sql`expires_at`,
      }),
    },
    {
      table: 'proved_name',
      rows: 'names that an account proved to control, after the 30 days in which no other account may have them',
      period: { days: 0 },
      clock: 'platform',
      reason: 'the name is first come, first served again',
      deletion: deletion('dns.delete-ended-proved-names', {
        table: 'proved_name',
        key: ['name'],
        due: ({ before }) => sql`ends_at < ${before}`,
        order: sql`ends_at`,
      }),
    },
    {
      table: 'holder',
      rows: 'names that no account holds any more, after that was known',
      period: tombstones,
      clock: 'platform',
      reason: 'an older event about the domain that arrives late must not count',
      deletion: deletion('dns.delete-ended-holders', {
        table: 'holder',
        key: ['name'],
        due: ({ before }) => sql`reseller_id is null and changed_at < ${before}`,
        order: sql`changed_at`,
      }),
    },
    {
      table: 'nameserver',
      rows: 'nameservers, after they were deleted',
      period: tombstones,
      clock: 'platform',
      reason: 'a late answer of a registry belongs to the deleted nameserver',
      deletion: deletion('dns.delete-deleted-nameservers', {
        table: 'nameserver',
        key: ['id'],
        due: ({ before }) => sql`deleted_at < ${before}`,
        order: sql`deleted_at`,
      }),
    },
    {
      table: 'ns_group',
      rows: 'nameserver groups, after they were deleted',
      period: tombstones,
      clock: 'platform',
      reason: 'as deleted nameservers',
      deletion: deletion('dns.delete-deleted-groups', {
        table: 'ns_group',
        key: ['id'],
        due: ({ before }) => sql`deleted_at < ${before}`,
        order: sql`deleted_at`,
        with: { ns_group_member: 'group_id' },
      }),
    },
  ],
  ended: {
    ns_group_member: 'with the nameserver group',
    prepared_zone: 'when the order succeeds, fails or is refused',
    published_zone: 'when the deletion of the zone is published',
    record: 'when the record or its zone is deleted; the history of the zone has it',
    template: 'when the account deletes the template',
    template_record: 'with the template',
    zone_delegation: 'when the zone is deleted',
    zone_key: 'when signing has ended, or with the zone',
    zone_transfer: 'with the zone',
  },
  kept: {
    account_nameservers: 'one row for each account: which name servers the account has',
    drift_sweep: 'one row',
    holder_fill: 'one row',
    zone_count: 'counters, one row for each account',
  },
})
