import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listDmarcOrders } from '@nameyard/contracts/orders/list-dmarc-orders'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller, Inject } from '@nestjs/common'
import { dmarcOrderColumns, dmarcOrderOnWire, type DmarcOrderRow } from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { storedPart } from './ordered-name'

const where = `o.reseller_id = $1 and ($2::text[] is null or o.status = any($2)) and ($3::text is null or o.label = $3)
  and ($4::text is null or o.extension = $4)`

const listed = (direction: 'asc' | 'desc') =>
  statement(
    `orders.list-dmarc-${direction}`,
    `select counted.total, page.* from (select count(*)::int as total from dmarc_order o where ${where}) counted
     left join lateral (
       select ${dmarcOrderColumns} from dmarc_order o where ${where} order by o.id ${direction} limit $5 offset $6
     ) page on true`,
  )
const statements = { asc: listed('asc'), desc: listed('desc') }

/** Lists the account's e-mail DMARC orders. */
@Controller()
export class ListDmarcOrders {
  constructor(
    private readonly database: Database,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  @Handles(listDmarcOrders)
  async execute(query: Input<typeof listDmarcOrders>, call: Call): Promise<Result<typeof listDmarcOrders>> {
    const { status, domain, limit, offset, order_by } = query
    const rows = await this.database.read<DmarcOrderRow & { id: number | null; total: number }>(
      statements[order_by?.id ?? 'asc'],
      [
        resellerOf(call),
        status ?? null,
        domain?.name === undefined ? null : storedPart(domain.name),
        domain?.extension === undefined ? null : storedPart(domain.extension),
        limit,
        offset,
      ],
    )
    const found = rows.filter(({ id }) => id !== null)
    return { results: found.map((row) => dmarcOrderOnWire(row, this.provider)), total: rows[0]?.total ?? 0 }
  }
}
