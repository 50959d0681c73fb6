import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { setEmailBranding } from '@nameyard/contracts/emails/set-email-branding'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { isEmailAddress } from '../party/model/email-address'
import { lockAccount, plain, readBranding, writeBranding, type Branding } from './branding.store'

@Controller()
export class SetEmailBranding {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(setEmailBranding)
  async execute(input: Input<typeof setEmailBranding>, call: Call): Promise<Result<typeof setEmailBranding>> {
    refuseInvalid(input)
    const resellerId = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockAccount, { resellerId })
      const [before = plain] = await tx.query(readBranding, { resellerId })
      const fields = Object.keys(plain) as (keyof Branding)[]
      const after = Object.fromEntries(
        fields.map((each) => [each, input[each]?.trim() ?? before[each]]),
      ) as unknown as Branding
      const changed = fields.filter((each) => before[each] !== after[each])
      if (changed.length === 0) {
        tellAudit(tx, { isNothing: true })
        return after
      }
      await tx.query(writeBranding, { resellerId, ...after })
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: setEmailBranding,
        resellerId,
        subject: `reseller ${resellerId}`,
        changes: Object.fromEntries(changed.map((each) => [each, { from: before[each], to: after[each] }])),
      })
      return after
    })
  }
}

function refuseInvalid({ reply_to = '', logo_url = '', color = '' }: Input<typeof setEmailBranding>): void {
  if (reply_to !== '' && !isEmailAddress(reply_to.trim()))
    fail('email_branding_invalid', { field: 'reply_to', problem: 'must be an e-mail address such as help@example.com' })
  if (logo_url !== '' && !/^https:\/\/[^\s"'<>]+$/.test(logo_url.trim()))
    fail('email_branding_invalid', { field: 'logo_url', problem: 'must be an address with https' })
  if (color !== '' && !/^#[\da-f]{6}$/i.test(color.trim()))
    fail('email_branding_invalid', { field: 'color', problem: 'must be a color such as #1a5fb4' })
}
