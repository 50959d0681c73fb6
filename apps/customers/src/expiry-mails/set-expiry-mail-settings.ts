import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { setExpiryMailSettings } from '@nameyard/contracts/customers/set-expiry-mail-settings'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { lockAccount, readSetting, unset, writeSetting } from './expiry-mail-setting.store'

@Controller()
export class SetExpiryMailSettings {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(setExpiryMailSettings)
  async execute(input: Input<typeof setExpiryMailSettings>, call: Call): Promise<Result<typeof setExpiryMailSettings>> {
    const resellerId = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockAccount, { resellerId })
      const [{ toRegistrants, toAdministrators } = unset] = await tx.query(readSetting, { resellerId })
      const before = { to_registrants: toRegistrants, to_administrators: toAdministrators }
      const after = {
        to_registrants: input.to_registrants ?? toRegistrants,
        to_administrators: input.to_administrators ?? toAdministrators,
      }
      const fields = (['to_registrants', 'to_administrators'] as const).filter((each) => before[each] !== after[each])
      if (fields.length === 0) {
        tellAudit(tx, { isNothing: true })
        return after
      }
      await tx.query(writeSetting, {
        resellerId,
        toRegistrants: after.to_registrants,
        toAdministrators: after.to_administrators,
      })
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: setExpiryMailSettings,
        resellerId,
        subject: `reseller ${resellerId}`,
        changes: Object.fromEntries(fields.map((each) => [each, { from: before[each], to: after[each] }])),
      })
      return after
    })
  }
}
