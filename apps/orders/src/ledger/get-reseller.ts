import { getAccount } from '@nameyard/contracts/access/get-account'
import { listContacts } from '@nameyard/contracts/contacts/list-contacts'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { countDomainsByStatus } from '@nameyard/contracts/domains/count-domains-by-status'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { amountOnWire, money } from '../pricing/model/money'
import type { Account } from './account.store'

/** An account that nothing was paid into yet has nothing, in the currency of its terms or of its company. */
const standing = statement(
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

interface Standing extends Omit<Account, 'currency'> {
  readonly currency: string | null
  readonly tier: number
  readonly dmarcOrders: number | null
  /** Orders of certificates by status. */
  readonly sslOrders: Readonly<Record<string, number>> | null
}

type Statistics = NonNullable<Result<typeof getReseller>['statistics']>

const statuses = [
  'ACT',
  'FAI',
  'NSR',
  'PEN',
  'REJ',
  'REQ',
] as const satisfies (keyof Statistics['domain']['by_status'])[]

/** Reads the caller's account: its money here, its name, people and numbers from the services that keep them. */
@Controller()
export class GetReseller {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(getReseller)
  async execute(
    { with_settings, with_statistics, with_contacts }: Input<typeof getReseller>,
    call: Call,
  ): Promise<Result<typeof getReseller>> {
    const id = resellerOf(call)
    const values = [id, this.clock.now(), with_statistics]
    const [account, [row], people, domains, zones] = await Promise.all([
      this.rpc.call(getAccount, { resellerId: id }, call),
      this.database.read<Standing & Record<string, unknown>>(standing, values),
      with_contacts ? this.rpc.call(listContacts, { limit: MOST_PEOPLE }, call) : undefined,
      with_statistics ? this.rpc.call(countDomainsByStatus, { resellerId: id }, call) : undefined,
      with_statistics ? this.rpc.call(listZones, { limit: 1 }, call) : undefined,
    ])
    const { available, reserved, creditLimit, tier, dmarcOrders, sslOrders } = row!
    const currency = row!.currency ?? account.currency
    const amount = (minor: number) => amountOnWire(money(currency, minor))
    return {
      id,
      company_name: account.company,
      status: 'ACT',
      created_at: printDate(new Date(account.createdAt)),
      balance: amount(available),
      reserved_balance: amount(reserved),
      tier,
      ...(with_settings && {
        settings: {
          currency,
          maximum_credit: amount(creditLimit),
          is_auto_renew_enabled: account.isAutoRenewEnabled,
        },
      }),
      ...(domains &&
        zones && {
          statistics: {
            customer: { total: account.customers },
            dns: { total: zones.total },
            domain: countsOnWire(domains.counts),
            ssl: countsOnWire(sslOrders ?? {}),
            email_service: { total_count: dmarcOrders ?? 0 },
          },
        }),
      ...(people && { contacts: people.results }),
    }
  }
}

/** People of an account that are shown. */
const MOST_PEOPLE = 500

function countsOnWire(counts: Readonly<Record<string, number>>): Statistics['domain'] {
  const by_status = Object.fromEntries(statuses.map((status) => [status, counts[status] ?? 0]))
  return {
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    by_status: by_status as Statistics['domain']['by_status'],
  }
}
