import type { Database } from '@nameyard/persistence/database'
import { sql, statement, type Placeholders } from '@nameyard/persistence/statement'
import { money } from './model/money'
import type { Price } from './model/quote'

/** The valid prices of an account at an instant, with its currency and tier. */
export interface PriceBook {
  readonly currency: string
  readonly tier: number
  readonly prices: readonly Price[]
}

/**
 * The price list of an account is that of its newest terms; else the default list in the currency of its balance; else
 * the first default list.
 */
const termsOf = ({ resellerId, now }: Placeholders<{ resellerId: number; now: Date }>) => sql`
      select l.id, l.currency, coalesce(own.tier, 0) as tier
      from (select) as always
      left join lateral (
        select price_list_id, tier from pricing_terms
        where reseller_id = ${resellerId} and starts_at <= ${now} order by starts_at desc limit 1
      ) own on true
      left join ledger_account a on a.reseller_id = ${resellerId}
      join price_list l on l.id = coalesce(own.price_list_id,
        (select d.id from price_list d where d.is_default order by d.currency = a.currency desc nulls last,
        d.id limit 1))`

/** The extensions with a price of a registration in the list of an account. */
export const pricedExtensionsOf = statement<{ resellerId: number; now: Date }, { subject: string }>(
  'prices.extensions-of',
  ({ resellerId, now }) => sql`
    with terms as (${termsOf({ resellerId, now })}), newest as (
      select distinct on (p.subject, p.tier) p.subject, p.amount from price p join terms on p.price_list_id = terms.id
      where p.kind = 'regular' and p.operation = 'create' and p.tier <= terms.tier
        and p.starts_at <= ${now} and (p.ends_at is null or p.ends_at > ${now})
      order by p.subject, p.tier, p.starts_at desc)
    select distinct subject from newest where amount is not null`,
)

/** The extensions with a price of a registration in any list. */
export const pricedExtensions = statement<{ now: Date }, { subject: string }>(
  'prices.extensions',
  ({ now }) => sql`
    with newest as (
      select distinct on (subject, price_list_id, tier) subject, amount from price
      where kind = 'regular' and operation = 'create' and starts_at <= ${now} and (ends_at is null or ends_at > ${now})
      order by subject, price_list_id, tier, starts_at desc)
    select distinct subject from newest where amount is not null`,
)

/** For each price, the newest row is valid that has started and not ended. */
const pricesOf = statement<{ resellerId: number; subjects: readonly string[]; now: Date }, Row>(
  'prices.of',
  ({ resellerId, subjects, now }) => sql`
    with terms as (${termsOf({ resellerId, now })}), newest as (
      select distinct on (p.subject, p.kind, p.operation, p.tier) p.*
      from price p join terms on p.price_list_id = terms.id
      where p.subject = any(${subjects}) and p.starts_at <= ${now} and (p.ends_at is null or p.ends_at > ${now})
      order by p.subject, p.kind, p.operation, p.tier, p.starts_at desc
    )
    select terms.currency, terms.tier as "accountTier", n.kind, n.subject, n.operation, n.tier,
      n.starts_at as "startsAt",
      n.ends_at as "endsAt", n.product_currency as "productCurrency", n.product_amount::float8 as "productAmount",
      n.amount::float8 as amount
    from terms left join newest n on true`,
)

interface Row {
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

/** Returns the prices of extensions and of single names for an account. */
export async function readPrices(
  database: Database,
  resellerId: number,
  subjects: readonly string[],
  now: Date,
): Promise<PriceBook> {
  const rows = await database.read(pricesOf, { resellerId, subjects, now })
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
