import { Controller, Inject } from '@nestjs/common'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, type Given } from '@nameyard/messaging/handles'
import { JsonText, printed } from '@nameyard/messaging/printed'
import { Database } from '@nameyard/persistence/database'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { authorityValues, shown, type ReadZone } from './wire-zone'
import { planning, ZoneList, type Bound, type Matches } from './zone-list'

@Controller()
export class ListZones {
  private readonly authority: unknown[]

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    @Inject(Database) private readonly database: Database,
  ) {
    this.authority = authorityValues(authorityOf(config))
  }

  /** A page of the account's zones with the count of all that match; a page beyond the end is empty. */
  @Handles(listZones)
  async execute(input: Input<typeof listZones>, call: Call): Promise<Given<typeof listZones>> {
    // Zones of the premium provider are not held here.
    if (input.provider === 'sectigo') return { results: [], total: 0 }
    const list = new ZoneList(resellerOf(call), input)
    const { zones, total } = list.isSearched
      ? await this.database.unitOfWork({ correlationId: call.correlationId }, async (tx) => {
          await tx.query(planning)
          return this.read(list, (bound) => tx.query(bound.statement, bound.values))
        })
      : await this.read(list, (bound) => this.database.read(bound.statement, bound.values))
    const texts = zones.map((zone) => shown(zone, input).text)
    return printed<Result<typeof listZones>>({ results: new JsonText(`[${texts.join(',')}]`), total })
  }

  /** Counted first: the page is found by the way that the count makes the shorter one. */
  private async read(
    list: ZoneList,
    query: <Row extends object>(bound: Bound) => Promise<Row[]>,
  ): Promise<{ total: number; zones: ReadZone[] }> {
    const [matches = { total: 0 }] = await query<Matches>(list.matches())
    const page = list.page(matches, this.authority)
    return { total: matches.total, zones: page ? await query<ReadZone>(page) : [] }
  }
}
