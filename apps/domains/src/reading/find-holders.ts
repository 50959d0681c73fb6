import { Controller } from '@nestjs/common'
import { findHolders } from '@nameyard/contracts/domains/find-holders'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { isLive } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { holdingOf } from '../lifecycle/model/holding'
import { heldPhases } from '../lifecycle/model/lifecycle'

type HeldRow = Pick<
  Domain,
  | 'activatedAt'
  | 'changedAt'
  | 'id'
  | 'leavesZones'
  | 'movedFrom'
  | 'movedWithoutHistory'
  | 'name'
  | 'phase'
  | 'resellerId'
  | 'type'
  | 'version'
>

const columns = sql`id, leaves_zones as "leavesZones", reseller_id as "resellerId", name, phase, type, moved_from as "movedFrom",
      moved_without_history as "movedWithoutHistory", version,
      activated_at as "activatedAt", changed_at as "changedAt"`

/** The phases are a constant of the code. */
const isSponsored = sql`${isLive} and not leaves_zones and phase in (${raw([...heldPhases].map((phase) => `'${phase}'`).join(', '))})`

const holdersOf = statement<{ readonly names: readonly string[] }, HeldRow>(
  'domains.holders-of',
  ({ names }) => sql`select ${columns} from domain where name = any(${names}::text[]) and ${isSponsored}`,
)

const holdersAfter = statement<{ readonly after: number }, HeldRow>(
  'domains.holders-after',
  ({ after }) => sql`select ${columns} from domain where id > ${after} and ${isSponsored} order by id limit 500`,
)

@Controller()
export class FindHolders {
  constructor(private readonly database: Database) {}

  @Handles(findHolders)
  async execute({ names, after = 0 }: Input<typeof findHolders>): Promise<Result<typeof findHolders>> {
    const found = names
      ? await this.database.read(holdersOf, { names })
      : await this.database.read(holdersAfter, { after })
    const holders = found.map((domain) => ({
      domainId: domain.id,
      resellerId: domain.resellerId,
      name: domain.name,
      version: domain.version,
      changedAt: domain.changedAt.toISOString(),
      holding: holdingOf(domain)!,
    }))
    return { holders }
  }
}
