import { Controller } from '@nestjs/common'
import { recordOperatorChange } from '@nameyard/contracts/access/record-operator-change'
import { removeZone } from '@nameyard/contracts/dns/remove-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ZoneWithdrawals } from '../changing/zone-withdrawals'
import { apexOf } from '../records/apex'
import { lockLiveZone } from './administration.store'

@Controller()
export class RemoveZone {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly withdrawals: ZoneWithdrawals,
    private readonly clock: Clock,
  ) {}

  @Handles(removeZone)
  async execute(asked: Input<typeof removeZone>, call: Call): Promise<Result<typeof removeZone>> {
    const { operator, reason } = asked
    const name = apexOf(asked.name)
    return this.database.unitOfWork(call, async (tx) => {
      const [zone] = await tx.query(lockLiveZone, { name })
      if (!zone) return fail('zone_not_found')
      const resellerId = zone.keptFor ?? zone.resellerId
      await this.withdrawals.remove(tx, name, zone.id)
      await this.outbox.append(tx, recordOperatorChange, {
        at: this.clock.now().toISOString(),
        operator,
        resellerId,
        operation: removeZone.id,
        subject: `zone ${name}`,
        changes: { state: { from: 'live', to: 'deleted' }, reason: { to: reason } },
      })
      return { name, resellerId }
    })
  }
}
