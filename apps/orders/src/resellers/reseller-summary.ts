import type { getAccount } from '@nameyard/contracts/access/get-account'
import type { listTags } from '@nameyard/contracts/customers/list-tags'
import type { getLegacyWebhook } from '@nameyard/contracts/events/webhooks/get-legacy-webhook'
import type { Answer, Result } from '@nameyard/contracts/operation'
import type { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Account } from '../ledger/account.store'
import { amountOnWire, money } from '../pricing/model/money'

/** Without a ledger account, the balance is 0 in the currency of the pricing terms, or else unknown. */
export const resellerSummary = statement<{ resellerId: number; now: Date; withOrders: boolean }, ResellerSummary>(
  'resellers.summary',
  ({ resellerId, now, withOrders }) => sql`
    select coalesce(a.currency, terms.currency) as currency, coalesce(a.credit_limit, 0)::float8 as "creditLimit",
      coalesce(a.available, 0)::float8 as available, coalesce(a.reserved, 0)::float8 as reserved,
      coalesce(terms.tier, 0) as tier,
      case when ${withOrders} then (
        select count(*) from dmarc_order where reseller_id = ${resellerId} and status in ('REQ', 'ACT')
      ) end::integer as "dmarcOrders",
      case when ${withOrders} then (
        select coalesce(jsonb_object_agg(status, orders), '{}') from (
          select status, count(*) as orders from ssl_order where reseller_id = ${resellerId} group by status) as counted
      ) end as "sslOrders"
    from (select) as always
    left join ledger_account a on a.reseller_id = ${resellerId}
    left join lateral (
      select t.tier, l.currency from pricing_terms t join price_list l on l.id = t.price_list_id
      where t.reseller_id = ${resellerId} and t.starts_at <= ${now} order by t.starts_at desc limit 1
    ) terms on true`,
)

/** The balances of an account and, on request, the numbers of its orders. */
export interface ResellerSummary extends Omit<Account, 'currency'> {
  readonly currency: string | null
  readonly tier: number
  readonly dmarcOrders: number | null
  /** Certificate orders by status. */
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

type AccountInfo = Omit<Answer<typeof getAccount>, 'profile'>

/** Maximum of tags shown in the settings: one page of the list. */
export const MAX_TAGS = 1000

/** The wire form of the settings of an account, from this service and from customers. */
export function settingsOnWire(
  { currency, creditLimit }: ResellerSummary,
  account: AccountInfo,
  { results: tags }: Result<typeof listTags>,
  webhook: Answer<typeof getLegacyWebhook> | undefined,
): Settings {
  const kept = currency ?? account.currency
  return {
    currency: kept,
    maximum_credit: amountOnWire(money(kept, creditLimit)),
    is_auto_renew_enabled: account.isAutoRenewEnabled,
    tags: tags.map(({ value }) => String(value)),
    ...(webhook && {
      notifications_settings: {
        is_webhook_enabled: webhook.isEnabled,
        webhook_settings: { host: webhook.host, api_key: '', signature_secret: '' },
      },
    }),
  }
}

/** The wire form of the statistics of an account: orders from this service, the rest from the services that own them. */
export function statisticsOnWire(
  { dmarcOrders, sslOrders }: ResellerSummary,
  { customers }: AccountInfo,
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
