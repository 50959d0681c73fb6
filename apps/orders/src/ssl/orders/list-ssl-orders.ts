import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listSslOrders } from '@nameyard/contracts/orders/list-ssl-orders'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { products } from '../model/product'
import { sslOrderOnWire } from './ssl-order-on-wire'
import { sslOrderColumns, type SslOrder } from './ssl-order.store'

type Query = Input<typeof listSslOrders>

/** What counts as soon, for an order that expires. */
const SOON = `interval '30 days'`

const namedInOrder = [...products].sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ id }) => id)

const sorts = {
  common_name: 'o.common_name',
  order_date: 'o.ordered_at',
  active_date: 'o.activated_at',
  expiration_date: 'o.expires_at',
  status: 'o.status',
  product_name: `array_position(array[${namedInOrder.join(', ')}], o.product_id)`,
} as const satisfies Record<keyof NonNullable<Query['order_by']>, string>

const where = `o.reseller_id = $1 and ($2::text is null or o.common_name ilike $2)
  and ($3::text[] is null or o.status = any($3))
  and ($4::text is null or $4 in (o.organization_handle, o.technical_handle))
  and (not $5 or o.status = 'ACT' and o.expires_at <= $6::timestamptz + ${SOON})`

/** Lists the account's orders of certificates. */
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
    const listed = statement(
      '',
      `select counted.total, page.* from (select count(*)::integer as total from ssl_order o where ${where}) counted
       left join lateral (
         select ${sslOrderColumns}, row_number() over (order by ${orderBy.join(', ')}) as place
         from ssl_order o where ${where} order by place limit $7 offset $8
       ) page on true order by page.place`,
    )
    const { common_name_pattern: names, status, contact_handle, show_expiring, limit, offset } = query
    const rows = await this.database.read<SslOrder & { id: number | null; total: number }>(listed, [
      resellerOf(call),
      names === undefined ? null : likePattern(names),
      status ?? null,
      contact_handle ?? null,
      show_expiring,
      this.clock.now(),
      limit,
      offset,
    ])
    return { results: rows.filter(({ id }) => id !== null).map(sslOrderOnWire), total: rows[0]?.total ?? 0 }
  }
}

/** The list's own order, which ends in something unique: pages neither repeat nor skip. */
function newestFirst(asked: readonly [string, 'asc' | 'desc'][]): string[] {
  return asked.some(([column]) => column === 'order_date') ? ['o.id desc'] : ['o.ordered_at desc', 'o.id desc']
}
