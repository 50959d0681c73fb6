import { statement } from '@nameyard/persistence/statement'
import type { Database } from '@nameyard/persistence/database'
import { money } from './model/money'
import type { Price } from './model/quote'

/** The prices that count for an account at an instant, and the terms they are read with. */
export interface PriceBook {
  readonly currency: string
  readonly tier: number
  readonly prices: readonly Price[]
}

/**
 * The list of an account is that of its newest terms, else the default one in the currency its balance is kept in, else
 * the first default one there is. Of each price the newest row counts that has begun and has not ended.
 */
const pricesOf = statement(
  'prices.of',
  `with terms as (
     select l.id, l.currency, coalesce(own.tier, 0) as tier
     from (select) as always
     left join lateral (
       select price_list_id, tier from pricing_terms
       where reseller_id = $1 and starts_at <= $3 order by starts_at desc limit 1
     ) own on true
     left join ledger_account a on a.reseller_id = $1
     join price_list l on l.id = coalesce(own.price_list_id,
       (select d.id from price_list d where d.is_default order by d.currency = a.currency desc nulls last, d.id limit 1))
   ), newest as (
     select distinct on (p.subject, p.kind, p.operation, p.tier) p.*
     from price p join terms on p.price_list_id = terms.id
     where p.subject = any($2) and p.starts_at <= $3 and (p.ends_at is null or p.ends_at > $3)
     order by p.subject, p.kind, p.operation, p.tier, p.starts_at desc
   )
   select terms.currency, terms.tier as "accountTier", n.kind, n.subject, n.operation, n.tier, n.starts_at as "startsAt",
     n.ends_at as "endsAt", n.product_currency as "productCurrency", n.product_amount::float8 as "productAmount",
     n.amount::float8 as amount
   from terms left join newest n on true`,
)

interface Row {
  [column: string]: unknown
  currency: string
  accountTier: number
  kind: Price['kind'] | null
  subject: string
  operation: string
  tier: number
  startsAt: Date
  endsAt: Date | null
  productCurrency: string
  productAmount: number
  amount: number | null
}

/** Reads the prices of extensions and of single names for an account, in one statement. */
export async function readPrices(
  database: Database,
  resellerId: number,
  subjects: readonly string[],
  now: Date,
): Promise<PriceBook> {
  const rows = await database.read<Row>(pricesOf, [resellerId, subjects, now])
  const [first] = rows
  if (!first) throw new Error('there is no price list')
  const prices = rows.flatMap(({ kind, productCurrency, productAmount, amount, ...row }): Price[] =>
    kind === null
      ? []
      : [
          {
            kind,
            subject: row.subject,
            operation: row.operation,
            tier: row.tier,
            startsAt: row.startsAt,
            endsAt: row.endsAt,
            product: money(productCurrency, productAmount),
            reseller: amount === null ? null : money(row.currency, amount),
          },
        ],
  )
  return { currency: first.currency, tier: first.accountTier, prices }
}
