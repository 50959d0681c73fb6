import { Controller } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { listContacts } from '@nameyard/contracts/contacts/list-contacts'
import { listTags } from '@nameyard/contracts/customers/list-tags'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { countDomainsByStatus } from '@nameyard/contracts/domains/count-domains-by-status'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { amountOnWire, money } from '../pricing/model/money'
import { MAX_TAGS, settingsOnWire, resellerSummary, statisticsOnWire } from './reseller-summary'
import { webhookSettings } from './webhook-settings'

/** Returns the caller's account: balances from this service; profile, contacts and statistics from the services that own them. */
@Controller()
export class GetReseller {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(getReseller)
  async execute(
    { with_settings, with_statistics, with_additional_data, with_contacts }: Input<typeof getReseller>,
    call: Call,
  ): Promise<Result<typeof getReseller>> {
    const id = resellerOf(call)
    const values = { resellerId: id, now: this.clock.now(), withOrders: with_statistics }
    const [account, [row], people, tags, webhook, domains, zones] = await Promise.all([
      this.rpc.call(getAccount, { resellerId: id }, call),
      this.database.read(resellerSummary, values),
      with_contacts ? this.rpc.call(listContacts, { limit: MAX_CONTACTS }, call) : undefined,
      with_settings ? this.rpc.call(listTags, { limit: MAX_TAGS }, call) : undefined,
      with_settings ? webhookSettings(this.rpc, id, call) : undefined,
      with_statistics ? this.rpc.call(countDomainsByStatus, { resellerId: id }, call) : undefined,
      with_statistics ? this.rpc.call(listZones, { limit: 1 }, call) : undefined,
    ])
    const { available, reserved, tier } = row!
    const currency = row!.currency ?? account.currency
    const { additional_data, ...profile } = account.profile
    const amount = (minor: number) => amountOnWire(money(currency, minor))
    return {
      id,
      ...profile,
      email: account.email,
      status: 'ACT',
      created_at: printDate(new Date(account.createdAt)),
      balance: amount(available),
      reserved_balance: amount(reserved),
      tier,
      ...(with_additional_data && { additional_data }),
      ...(tags && { settings: settingsOnWire(row!, account, tags, webhook) }),
      ...(domains && zones && { statistics: statisticsOnWire(row!, account, domains.counts, zones.total) }),
      ...(people && { contacts: people.results }),
    }
  }
}

/** Maximum of contacts shown. */
const MAX_CONTACTS = 500
