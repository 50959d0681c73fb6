import { Controller } from '@nestjs/common'
import { findZoneChanges } from '@nameyard/contracts/dns/find-zone-changes'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

interface Row {
  readonly zone: string
  readonly resellerId: number
  readonly version: number
  readonly changedAt: Date
  readonly source: string
  readonly added: number
  readonly removed: number
  readonly publishedVersion: number | null
  readonly publishedAt: Date | null
  readonly served: { server: string; at: string }[] | null
  readonly waits: readonly { readonly server: string; readonly problem: string }[] | null
}

const changesOfRequest = statement<{ request: string }, Row>(
  'dns.changes-of-request',
  ({ request }) => sql`
    select z.name as zone, z.reseller_id as "resellerId", c.version::float8 as version, c.changed_at as "changedAt",
      c.source, c.added_count as added, c.removed_count as removed, p.version::float8 as "publishedVersion",
      p.published_at as "publishedAt", p.served, case when p.version is null then z.waits end as waits
    from zone_change c join zone z on z.id = c.zone_id
    left join lateral (
      select version, published_at, served from zone_change
      where zone_id = c.zone_id and version >= c.version and published_at is not null
      order by version limit 1) p on true
    where c.request = ${request} order by c.changed_at, c.version limit 1000`,
)

@Controller()
export class FindZoneChanges {
  constructor(private readonly database: Database) {}

  @Handles(findZoneChanges)
  async execute({ request }: Input<typeof findZoneChanges>): Promise<Result<typeof findZoneChanges>> {
    const rows = await this.database.read(changesOfRequest, { request })
    const changes = rows.map(({ changedAt, publishedVersion, publishedAt, served, waits, ...change }) => ({
      ...change,
      at: changedAt.toISOString(),
      published:
        publishedVersion === null || publishedAt === null
          ? null
          : { version: publishedVersion, at: publishedAt.toISOString(), servers: served ?? [] },
      waits: (waits ?? []).map(({ server, problem }) => ({ server, problem })),
    }))
    return { changes }
  }
}
