import { Controller } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { countDomainsByStatus } from '@nameyard/contracts/domains/count-domains-by-status'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getResellerStatistics } from '@nameyard/contracts/orders/get-reseller-statistics'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { resellerSummary, statisticsOnWire } from './reseller-summary'

@Controller()
export class GetResellerStatistics {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(getResellerStatistics)
  async execute(_: Input<typeof getResellerStatistics>, call: Call): Promise<Result<typeof getResellerStatistics>> {
    const id = resellerOf(call)
    const [account, [row], domains, zones] = await Promise.all([
      this.rpc.call(getAccount, { resellerId: id }, call),
      this.database.read(resellerSummary, { resellerId: id, now: this.clock.now(), withOrders: true }),
      this.rpc.call(countDomainsByStatus, { resellerId: id }, call),
      this.rpc.call(listZones, { limit: 1 }, call),
    ])
    return statisticsOnWire(row!, account, domains.counts, zones.total)
  }
}
