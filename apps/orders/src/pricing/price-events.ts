import { Injectable } from '@nestjs/common'
import { pricesChanged } from '@nameyard/contracts/events/catalogue/extension-events'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import type { Price } from './model/quote'

/** The accounts that have a price list now: by their newest terms, or as the default list in their currency. */
const accountsOfList = statement<{ listId: number; now: Date }, { account: number }>(
  'prices.accounts-of-list',
  ({ listId, now }) => sql`
    select known.reseller_id as account
    from (select reseller_id from ledger_account union select reseller_id from pricing_terms) known
    left join ledger_account a on a.reseller_id = known.reseller_id
    left join lateral (
      select price_list_id from pricing_terms
      where reseller_id = known.reseller_id and starts_at <= ${now} order by starts_at desc limit 1
    ) own on true
    where coalesce(own.price_list_id, (select d.id from price_list d where d.is_default
      order by d.currency = a.currency desc nulls last, d.id limit 1)) = ${listId}
    order by account`,
)

/** What accounts are told about their prices. */
@Injectable()
export class PriceEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /** Tells the accounts of a price list that it has changed. Others have other prices, and learn nothing of these. */
  async tellList(tx: Tx, listId: number, prices: readonly Price[]): Promise<void> {
    if (prices.length === 0) return
    const now = this.clock.now()
    const accounts = (await tx.query(accountsOfList, { listId, now })).map(({ account }) => account)
    if (accounts.length === 0) return
    const first = Math.min(...prices.map(({ startsAt }) => startsAt.getTime()))
    const subjects = [...new Set(prices.map(({ subject }) => subject))].toSorted()
    await this.tell(tx, accounts, subjects, new Date(Math.max(first, now.getTime())))
  }

  /** Tells an account that it has another price list or tier. */
  tellTerms(tx: Tx, resellerId: number): Promise<void> {
    return this.tell(tx, [resellerId], [], this.clock.now())
  }

  private tell(tx: Tx, accounts: readonly number[], subjects: readonly string[], from: Date): Promise<void> {
    return this.events.broadcast(tx, pricesChanged, {
      object: 'tlds',
      at: this.clock.now(),
      accounts: [...accounts],
      state: { subjects: [...subjects], effective_from: printDate(from) },
    })
  }
}
