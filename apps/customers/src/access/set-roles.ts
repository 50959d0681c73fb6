import { Controller } from '@nestjs/common'
import { setRoles } from '@nameyard/contracts/access/set-roles'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { accountRolesChanged } from '@nameyard/contracts/events/catalogue/access-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { AccountEvents } from '@nameyard/outbox/account-events'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { updateRoles } from './reseller.store'

@Controller()
export class SetRoles {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: AccountEvents,
  ) {}

  /** The next statement about a contact of the account has the new value: within a second. */
  @Handles(setRoles)
  async execute({ is_enforced: isEnforced }: Input<typeof setRoles>, call: Call): Promise<Result<typeof setRoles>> {
    const resellerId = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      const [switched] = await tx.query(updateRoles, { resellerId, isEnforced })
      if (!switched) tellAudit(tx, { isNothing: true })
      else {
        const changes = { enforces_roles: { from: !isEnforced, to: isEnforced } }
        const [now, subject] = [this.clock.now(), `reseller ${resellerId}`]
        await this.events.record(tx, accountRolesChanged, {
          resellerId,
          object: `auth/roles/${resellerId}`,
          at: now,
          state: { is_enforced: isEnforced },
        })
        await recordChange(tx, { call, now, operation: setRoles, resellerId, subject, changes })
      }
      return { success: true }
    })
  }
}
