import type { getAccount } from '@nameyard/contracts/access/get-account'
import type { listTags } from '@nameyard/contracts/customers/list-tags'
import type { Answer, Result } from '@nameyard/contracts/operation'
import type { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { statement } from '@nameyard/persistence/statement'
import { amountOnWire, money } from '../pricing/model/money'
import type { Account } from './account.store'

/** An account that nothing was paid into yet has nothing, in the currency of its terms or of its company. */
export const standing = statement(
  'ledger.standing',
  `select coalesce(a.currency, terms.currency) as currency, coalesce(a.credit_limit, 0)::float8 as "creditLimit",
     coalesce(a.available, 0)::float8 as available, coalesce(a.reserved, 0)::float8 as reserved,
     coalesce(terms.tier, 0) as tier,
     case when $3 then (select count(*) from dmarc_order where reseller_id = $1 and status in ('REQ', 'ACT')) end::integer
       as "dmarcOrders",
     case when $3 then (
       select coalesce(jsonb_object_agg(status, orders), '{}') from (
         select status, count(*) as orders from ssl_order where reseller_id = $1 group by status) as counted
     ) end as "sslOrders"
   from (select) as always
   left join ledger_account a on a.reseller_id = $1
   left join lateral (
     select t.tier, l.currency from pricing_terms t join price_list l on l.id = t.price_list_id
     where t.reseller_id = $1 and t.starts_at <= $2 order by t.starts_at desc limit 1
   ) terms on true`,
)

/** The money of an account, and its orders where they were asked for. */
export interface Standing extends Omit<Account, 'currency'> {
  readonly currency: string | null
  readonly tier: number
  readonly dmarcOrders: number | null
  /** Orders of certificates by status. */
  readonly sslOrders: Readonly<Record<string, number>> | null
}

type Settings = NonNullable<Result<typeof getReseller>['settings']>
type Statistics = NonNullable<Result<typeof getReseller>['statistics']>

const statuses = [
  'ACT',
  'FAI',
  'NSR',
  'PEN',
  'REJ',
  'REQ',
] as const satisfies (keyof Statistics['domain']['by_status'])[]

type Known = Omit<Answer<typeof getAccount>, 'profile'>

/** Tags of an account that its settings show: as many as one page of the list has. */
export const MOST_TAGS = 1000

/** The settings of an account, from here and from where it is kept. */
export function settingsOnWire(
  { currency, creditLimit }: Standing,
  account: Known,
  { results: tags }: Result<typeof listTags>,
): Settings {
  const kept = currency ?? account.currency
  return {
    currency: kept,
    maximum_credit: amountOnWire(money(kept, creditLimit)),
    is_auto_renew_enabled: account.isAutoRenewEnabled,
    tags: tags.map(({ value }) => String(value)),
  }
}

/** The numbers of an account: of its orders from here, of all else from the services that keep it. */
export function statisticsOnWire(
  { dmarcOrders, sslOrders }: Standing,
  { customers }: Known,
  domains: Readonly<Record<string, number>>,
  zones: number,
): Statistics {
  return {
    customer: { total: customers },
    dns: { total: zones },
    domain: countsOnWire(domains),
    ssl: countsOnWire(sslOrders ?? {}),
    email_service: { total_count: dmarcOrders ?? 0 },
  }
}

function countsOnWire(counts: Readonly<Record<string, number>>): Statistics['domain'] {
  const by_status = Object.fromEntries(statuses.map((status) => [status, counts[status] ?? 0]))
  return {
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    by_status: by_status as Statistics['domain']['by_status'],
  }
}
