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
import { Controller } from '@nestjs/common'
import { amountOnWire, money } from '../pricing/model/money'
import { MOST_TAGS, settingsOnWire, standing, statisticsOnWire, type Standing } from './standing'

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
    { with_settings, with_statistics, with_additional_data, with_contacts }: Input<typeof getReseller>,
    call: Call,
  ): Promise<Result<typeof getReseller>> {
    const id = resellerOf(call)
    const values = [id, this.clock.now(), with_statistics]
    const [account, [row], people, tags, domains, zones] = await Promise.all([
      this.rpc.call(getAccount, { resellerId: id }, call),
      this.database.read<Standing & Record<string, unknown>>(standing, values),
      with_contacts ? this.rpc.call(listContacts, { limit: MOST_PEOPLE }, call) : undefined,
      with_settings ? this.rpc.call(listTags, { limit: MOST_TAGS }, call) : undefined,
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
      ...(tags && { settings: settingsOnWire(row!, account, tags) }),
      ...(domains && zones && { statistics: statisticsOnWire(row!, account, domains.counts, zones.total) }),
      ...(people && { contacts: people.results }),
    }
  }
}

/** People of an account that are shown. */
const MOST_PEOPLE = 500
