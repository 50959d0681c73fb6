import { Controller, Inject } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listDmarcOrders } from '@nameyard/contracts/orders/list-dmarc-orders'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { raw, sql, statement, type Placeholders } from '@nameyard/persistence/statement'
import { dmarcOrderOnWire } from './dmarc-order-on-wire'
import { dmarcOrderColumns, type DmarcOrderRow } from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { storedPart } from './ordered-name'

interface Filter {
  readonly resellerId: number
  readonly status: readonly string[] | null
  readonly label: string | null
  readonly extension: string | null
  readonly limit: number
  readonly offset: number
}

/** A row of the page; a page after the last one is a single row with the total only. */
type Row = DmarcOrderRow & { readonly id: number | null; readonly total: number }

const where = ({ resellerId, status, label, extension }: Placeholders<Filter>) => sql`
  o.reseller_id = ${resellerId} and (${status}::text[] is null or o.status = any(${status}))
  and (${label}::text is null or o.label = ${label}) and (${extension}::text is null or o.extension = ${extension})`

const listed = (direction: 'asc' | 'desc') =>
  statement<Filter, Row>(
    `orders.list-dmarc-${direction}`,
    (given) => sql`
      select counted.total, page.* from (select count(*)::int as total from dmarc_order o where ${where(given)}) counted
      left join lateral (
        select ${dmarcOrderColumns} from dmarc_order o where ${where(given)}
        order by o.id ${raw(direction)} limit ${given.limit} offset ${given.offset}
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
    const rows = await this.database.read(statements[order_by?.id ?? 'asc'], {
      resellerId: resellerOf(call),
      status: status ?? null,
      label: domain?.name === undefined ? null : storedPart(domain.name),
      extension: domain?.extension === undefined ? null : storedPart(domain.extension),
      limit,
      offset,
    })
    const found = rows.filter(({ id }) => id !== null)
    return { results: found.map((row) => dmarcOrderOnWire(row, this.provider)), total: rows[0]?.total ?? 0 }
  }
}
