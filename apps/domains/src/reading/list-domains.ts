import { Controller } from '@nestjs/common'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { shownPage } from '@nameyard/contracts/primitives/cursor'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { readList } from '@nameyard/persistence/filtered-list'
import type { ShownDomain } from '../lifecycle/model/shown'
import { DomainDetails } from './domain-details'
import { DomainList } from './domain-list'
import { isOfNothing } from './list-filters'

/** Lists the domains of an account, page by page, with the exact number of all that match. */
@Controller()
export class ListDomains {
  constructor(
    private readonly database: Database,
    private readonly details: DomainDetails,
  ) {}

  @Handles(listDomains)
  async execute(query: Input<typeof listDomains>, call: Call): Promise<Result<typeof listDomains>> {
    if (isOfNothing(query)) return { results: [], total: 0 }
    const list = new DomainList(resellerOf(call), { ...query, reached: call.actor?.limits?.domains })
    const { rows: found, total } = await this.read(list, call)
    const { rows, ...next } = shownPage(found, query.limit)
    return { results: await this.details.show(rows, query, call), total, ...next }
  }

  private async read(list: DomainList, call: Call): Promise<{ rows: ShownDomain[]; total: number }> {
    const lookup = list.lookup()
    if (!lookup) return readList(this.database, call, list)
    const rows = await this.database.read<ShownDomain & { id: number | null; total: number }>(lookup)
    return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
  }
}
