import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { removeZone } from '@nameyard/contracts/dns/remove-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ZoneWithdrawals } from '../changing/zone-withdrawals'
import { apexOf } from '../records/apex'
import { lockLiveZone } from './administration.store'

@Controller()
export class RemoveZone {
  constructor(
    private readonly database: Database,
    private readonly withdrawals: ZoneWithdrawals,
    private readonly clock: Clock,
  ) {}

  @Handles(removeZone)
  async execute(asked: Input<typeof removeZone>, call: Call): Promise<Result<typeof removeZone>> {
    const { reason } = asked
    const name = apexOf(asked.name)
    return this.database.unitOfWork(call, async (tx) => {
      const [zone] = await tx.query(lockLiveZone, { name })
      if (!zone) return fail('zone_not_found')
      const resellerId = zone.keptFor ?? zone.resellerId
      await this.withdrawals.remove(tx, name, zone.id)
      tellAudit(tx, {
        resellerId,
        subject: `zone ${name}`,
        changes: { state: { from: 'live', to: 'deleted' }, reason: { to: reason } },
      })
      return { name, resellerId }
    })
  }
}
