import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { setEmailRecipients } from '@nameyard/contracts/emails/set-email-recipients'
import { fail } from '@nameyard/contracts/errors'
import type { MailRecipients } from '@nameyard/contracts/events/account-event'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import type { MailType } from '../mail/words/mail-type'
import { mailTypes } from '../mail/words/mail-types'
import { EventMailChoices } from './event-mail-choices'
import { lockAccount, writeSetting } from './event-mail-setting.store'
import { eventMailTypes, type EventMailType } from './event-mail-types'
import { recipientsOnWire } from './recipients-on-wire'

/** The policies that demand the mails of a group. */
const policyOfGroup: Readonly<Record<MailType['group'], string | undefined>> = {
  errp: 'expiry',
  foa: 'transfer',
  ive: 'verification',
  wdrp: 'data-reminder',
  other: undefined,
}

@Controller()
export class SetEmailRecipients {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(setEmailRecipients)
  async execute(
    { type: name, recipients }: Input<typeof setEmailRecipients>,
    call: Call,
  ): Promise<Result<typeof setEmailRecipients>> {
    const type = typeNamed(name, recipients)
    const resellerId = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockAccount, { resellerId })
      const choices = await EventMailChoices.in(tx, resellerId)
      refuseUnavailable(type, choices, recipients)
      const before = choices.recipientsOf(type)
      if (before === recipients) {
        tellAudit(tx, { isNothing: true })
        return recipientsOnWire(type, choices)
      }
      await tx.query(writeSetting, { resellerId, type: name, recipients })
      await recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: setEmailRecipients,
        resellerId,
        subject: `mail ${name}`,
        changes: { recipients: { from: before, to: recipients } },
      })
      return recipientsOnWire(type, await EventMailChoices.in(tx, resellerId))
    })
  }
}

/** The mail of a type; refused where an account does not decide who gets it. */
function typeNamed(name: string, recipients: MailRecipients): EventMailType {
  const found = eventMailTypes.find(({ type }) => type.name === name)
  if (found) return found
  const other = mailTypes.find((each) => each.name === name)
  if (!other) fail('email_type_unknown', { field: 'type', problem: 'no mail of this type is sent here' })
  const policy = policyOfGroup[other.group]
  if (policy !== undefined && (recipients === 'nobody' || recipients === 'reseller'))
    fail('email_recipients_demanded', { policy })
  const place =
    other.group === 'errp' ? 'PUT /v1/expiry-mails/settings decides who else gets it' : 'it has one recipient'
  return fail('email_recipients_unavailable', { field: 'type', problem: place })
}

function refuseUnavailable(type: EventMailType, choices: EventMailChoices, recipients: MailRecipients): void {
  const available = choices.choicesOf(type)
  if (available.includes(recipients)) return
  const { policy } = type.mail
  if (policy !== undefined && choices.isDemanded(type)) fail('email_recipients_demanded', { policy })
  fail('email_recipients_unavailable', { field: 'recipients', problem: `must be one of: ${available.join(', ')}` })
}
