import { Controller } from '@nestjs/common'
import { autoRenewalChanged } from '@nameyard/contracts/access/auto-renewal-changed'
import { setAutoRenewal } from '@nameyard/contracts/access/set-auto-renewal'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { lockAutoRenewal, updateAutoRenewal } from './reseller.store'

@Controller()
export class SetAutoRenewal {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The domains service gets an event and reschedules the renewals. */
  @Handles(setAutoRenewal)
  async execute(
    { resellerId, isEnabled }: Input<typeof setAutoRenewal>,
    call: Call,
  ): Promise<Result<typeof setAutoRenewal>> {
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const [before] = await tx.query(lockAutoRenewal, { resellerId })
      if (!before) fail('reseller_not_found', { reseller: resellerId })
      if (before.is_auto_renew_enabled === isEnabled) {
        tellAudit(tx, { isNothing: true })
        return { changed: false }
      }
      const values = { resellerId, isEnabled }
      const [after] = await tx.query(updateAutoRenewal, values)
      const version = after!.auto_renew_version
      await this.outbox.append(tx, autoRenewalChanged, { resellerId, isEnabled, version, changedAt: now.toISOString() })
      const changes = { is_auto_renew_enabled: { from: !isEnabled, to: isEnabled } }
      const subject = `reseller ${resellerId}`
      await recordChange(tx, { call, now, operation: setAutoRenewal, resellerId, subject, changes })
      return { changed: true }
    })
  }
}
