import { Controller } from '@nestjs/common'
import { updateSession } from '@nameyard/contracts/access/update-session'
import { MAX_SPEND } from '@nameyard/contracts/assistants/limits'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { changesOf } from './limits'
import { lockSession, updateLimits } from './limits.store'

@Controller()
export class UpdateSession {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(updateSession)
  async execute(input: Input<typeof updateSession>, call: Call): Promise<Result<typeof updateSession>> {
    const { contactId, resellerId } = call.actor ?? fail('authentication_failed')
    const { id, approval, spend_per_day: spendPerDay = null, spend_per_month: spendPerMonth = null } = input
    for (const [field, given] of Object.entries({ spend_per_day: spendPerDay, spend_per_month: spendPerMonth })) {
      if ((given ?? 0) > MAX_SPEND) fail('invalid_input', { field, problem: `must not be more than ${MAX_SPEND}` })
    }
    const limits = { approval: approval === 'none' ? null : approval, spendPerDay, spendPerMonth }
    return this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(lockSession, { contactId, id, now: this.clock.machineNow() })
      if (!found) fail('session_not_found', { id })
      if (!found.isAssistant) {
        fail('invalid_input', { field: 'id', problem: 'is a login; only the access of an assistant has limits' })
      }
      await tx.query(updateLimits, { contactId, id, ...limits })
      const [now, subject, changes] = [this.clock.now(), `contact ${contactId}`, changesOf(limits, found)]
      await recordChange(tx, { call, now, operation: updateSession, resellerId, subject, changes })
      return { success: true }
    })
  }
}
