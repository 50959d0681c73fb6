import { Controller } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listSslOrders } from '@nameyard/contracts/orders/list-ssl-orders'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { join, raw, sql } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { sslOrderOnWire } from '../lifecycle/ssl-order-on-wire'
import { sslOrderColumns, type SslOrder } from '../lifecycle/ssl-order.store'
import { products } from '../model/product'

type Query = Input<typeof listSslOrders>

/** Orders that expire within this time count as expiring. */
const SOON = sql`interval '30 days'`

const namedInOrder = [...products].sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ id }) => id)

const sorts = {
  common_name: 'o.common_name',
  order_date: 'o.ordered_at',
  active_date: 'o.activated_at',
  expiration_date: 'o.expires_at',
  status: 'o.status',
  product_name: `array_position(array[${namedInOrder.join(', ')}], o.product_id)`,
} as const satisfies Record<keyof NonNullable<Query['order_by']>, string>

/** A row of the page; a page after the last one is a single row with the total only. */
type Row = SslOrder & { readonly id: number | null; readonly total: number }

/** Lists the certificate orders of the account. */
@Controller()
export class ListSslOrders {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listSslOrders)
  async execute(query: Query, call: Call): Promise<Result<typeof listSslOrders>> {
    const asked = Object.entries(query.order_by ?? {}) as [keyof typeof sorts, 'asc' | 'desc'][]
    const orderBy = [...asked.map(([column, direction]) => `${sorts[column]} ${direction}`), ...newestFirst(asked)]
    const { common_name_pattern: names, status, contact_handle: handle, show_expiring, limit, offset } = query
    const conditions = [
      sql`o.reseller_id = ${resellerOf(call)}`,
      ...(names === undefined ? [] : [sql`o.common_name ilike ${likePattern(names)}`]),
      ...(status ? [sql`o.status = any(${status})`] : []),
      ...(handle === undefined ? [] : [sql`${handle} in (o.organization_handle, o.technical_handle)`]),
      ...(show_expiring ? [sql`o.status = 'ACT' and o.expires_at <= ${this.clock.now()}::timestamptz + ${SOON}`] : []),
    ]
    const where = join(conditions, ' and ')
    const rows = await this.database.read<Row>(sql`
      select counted.total, page.* from (select count(*)::integer as total from ssl_order o where ${where}) counted
      left join lateral (
        select ${sslOrderColumns}, row_number() over (order by ${raw(orderBy.join(', '))}) as place
        from ssl_order o where ${where} order by place limit ${limit} offset ${offset}
      ) page on true order by page.place`)
    return { results: rows.filter(({ id }) => id !== null).map(sslOrderOnWire), total: rows[0]?.total ?? 0 }
  }
}

/** The default order. It ends with a unique column, so that pages neither repeat nor skip rows. */
function newestFirst(asked: readonly [string, 'asc' | 'desc'][]): string[] {
  return asked.some(([column]) => column === 'order_date') ? ['o.id desc'] : ['o.ordered_at desc', 'o.id desc']
}
