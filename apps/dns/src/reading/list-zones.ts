import { Controller, Inject } from '@nestjs/common'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { shownPage } from '@nameyard/contracts/primitives/cursor'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { JsonText, printed } from '@nameyard/messaging/printed'
import { Database } from '@nameyard/persistence/database'
import { readList } from '@nameyard/persistence/filtered-list'
import { DNS_CONFIG, type DnsConfig } from '../config'
import type { ReadZone } from '../zone-columns/zone-columns'
import { authorityValues, shown, type AuthorityValues } from './wire-zone'
import { ZoneList, type Matches } from './zone-list'

@Controller()
export class ListZones {
  private readonly authority: AuthorityValues

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    private readonly database: Database,
  ) {
    this.authority = authorityValues(config)
  }

  /** Returns a page of the account's zones with the count of all matches. A page beyond the end is empty. */
  @Handles(listZones)
  async execute(input: Input<typeof listZones>, call: Call): Promise<Given<typeof listZones>> {
    // The platform has no zones of the premium provider.
    if (input.provider === 'sectigo') return { results: [], total: 0 }
    const list = new ZoneList(resellerOf(call), input, this.authority, call.actor?.limits)
    const { rows: found, total } = await readList<Matches, ReadZone>(this.database, call, list)
    const { rows, ...next } = shownPage(found, input.limit)
    const texts = rows.map((zone) => shown(zone, input).text)
    return printed<Result<typeof listZones>>({ results: new JsonText(`[${texts.join(',')}]`), total, ...next })
  }
}
