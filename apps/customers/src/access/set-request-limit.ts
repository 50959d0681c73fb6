import { Controller } from '@nestjs/common'
import { setRequestLimit } from '@nameyard/contracts/access/set-request-limit'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { lockReseller, updateRequestLimit } from './reseller.store'

@Controller()
export class SetRequestLimit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Gateways see the change when they next validate a token of the account. */
  @Handles(setRequestLimit)
  async execute(input: Input<typeof setRequestLimit>, call: Call): Promise<Result<typeof setRequestLimit>> {
    const { resellerId, limit } = input
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const [before] = await tx.query(lockReseller, { resellerId })
      if (!before) fail('reseller_not_found', { reseller: resellerId })
      const [perSecond, burst] = [limit?.perSecond ?? null, limit?.burst ?? null]
      if (before.requests_per_second === perSecond && before.requests_burst === burst) {
        tellAudit(tx, { isNothing: true })
        return { changed: false }
      }
      await tx.query(updateRequestLimit, { resellerId, perSecond, burst })
      const changes = {
        requests_per_second: { from: before.requests_per_second, to: perSecond },
        requests_burst: { from: before.requests_burst, to: burst },
      }
      const subject = `reseller ${resellerId}`
      await recordChange(tx, { call, now, operation: setRequestLimit, resellerId, subject, changes })
      return { changed: true }
    })
  }
}
