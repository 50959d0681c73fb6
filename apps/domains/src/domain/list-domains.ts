import { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { DomainDetails } from './domain-details'
import { DomainList, type Bound, type Count } from './domain-list'
import type { DomainRow } from './domain-row'
import { isOfNothing } from './list-filters'

/** Lists the account's domains, a page at a time, with the exact number of all that match. */
@Controller()
export class ListDomains {
  constructor(
    private readonly database: Database,
    private readonly details: DomainDetails,
  ) {}

  @Handles(listDomains)
  async execute(query: Input<typeof listDomains>, call: Call): Promise<Result<typeof listDomains>> {
    if (isOfNothing(query)) return { results: [], total: 0 }
    const { rows, total } = await this.read(new DomainList(resellerOf(call), query), call)
    return { results: await this.details.show(rows, query, call), total }
  }

  private async read(list: DomainList, call: Call): Promise<{ rows: DomainRow[]; total: number }> {
    const lookup = list.lookup()
    if (lookup) {
      const rows = await this.database.read<DomainRow & { id: number | null; total: number }>(
        lookup.statement,
        lookup.values,
      )
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
    }
    const planning = list.planning()
    if (!planning) return paged(list, (bound) => this.database.read(bound.statement, bound.values))
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(planning.statement, planning.values)
      return paged(list, (bound) => tx.query(bound.statement, bound.values))
    })
  }
}

/** Counted first: the page is found by the way that the counts make the shorter one. */
async function paged(
  list: DomainList,
  query: <Row extends object>(bound: Bound) => Promise<Row[]>,
): Promise<{ rows: DomainRow[]; total: number }> {
  const counts = await query<Count>(list.counting())
  const page = list.page(counts)
  const total = counts.reduce((sum, { domains }) => sum + domains, 0)
  return { total, rows: page ? await query<DomainRow>(page) : [] }
}
