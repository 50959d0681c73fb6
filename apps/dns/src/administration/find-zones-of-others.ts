import { Controller } from '@nestjs/common'
import { findZonesOfOthers } from '@nameyard/contracts/dns/find-zones-of-others'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

type Found = Result<typeof findZonesOfOthers>['zones'][number]

/**
 * Account 0 has the kept zones, which end by themselves. The zones below a name are a range of the index of reversed names:
 * `~` follows every character of a name.
 */
const zonesOfOthers = statement<{ names: readonly string[]; resellerIds: readonly number[] }, Found>(
  'dns.zones-of-others',
  ({ names, resellerIds }) => sql`
    select asked.name, z.name as zone, z.reseller_id as "resellerId"
    from unnest(${names}::text[], ${resellerIds}::integer[]) asked (name, reseller_id)
    cross join lateral (
      select name, reseller_id from zone where name = asked.name and deleted_at is null
      union all
      select name, reseller_id from zone
      where reverse(name) ~>=~ reverse('.' || asked.name) and reverse(name) ~<~ (reverse('.' || asked.name) || '~')
        and deleted_at is null) z
    where z.reseller_id not in (asked.reseller_id, 0)
    order by 1, 2`,
)

/** Finds zones that would be taken from their accounts if other accounts held the names. */
@Controller()
export class FindZonesOfOthers {
  constructor(private readonly database: Database) {}

  @Handles(findZonesOfOthers)
  async execute({ names }: Input<typeof findZonesOfOthers>): Promise<Result<typeof findZonesOfOthers>> {
    const zones = await this.database.read(zonesOfOthers, {
      names: names.map(({ name }) => name),
      resellerIds: names.map(({ resellerId }) => resellerId),
    })
    return { zones }
  }
}
