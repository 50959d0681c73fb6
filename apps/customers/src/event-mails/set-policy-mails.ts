import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { setPolicyMails } from '@nameyard/contracts/emails/set-policy-mails'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { addOwnPolicy, lockAccount, readOwnPolicies, removeOwnPolicy } from './event-mail-setting.store'

@Controller()
export class SetPolicyMails {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(setPolicyMails)
  async execute(
    { resellerId, policy, isSentByReseller }: Input<typeof setPolicyMails>,
    call: Call,
  ): Promise<Result<typeof setPolicyMails>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [account] = await tx.query(lockAccount, { resellerId })
      if (!account) fail('reseller_not_found', { reseller: resellerId })
      const own = await tx.query(readOwnPolicies, { resellerId })
      if (own.some((each) => each.policy === policy) === isSentByReseller) {
        tellAudit(tx, { isNothing: true })
        return { changed: false }
      }
      await tx.query(isSentByReseller ? addOwnPolicy : removeOwnPolicy, { resellerId, policy })
      const [platform, reseller] = ['platform', 'reseller']
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: setPolicyMails,
        resellerId,
        subject: `mails of the ${policy} policy`,
        changes: { sender: isSentByReseller ? { from: platform, to: reseller } : { from: reseller, to: platform } },
      })
      return { changed: true }
    })
  }
}
