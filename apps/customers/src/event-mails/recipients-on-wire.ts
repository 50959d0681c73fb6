import type { listEmailRecipients } from '@nameyard/contracts/emails/list-email-recipients'
import type { Result } from '@nameyard/contracts/operation'
import type { EventMailChoices } from './event-mail-choices'
import type { EventMailType } from './event-mail-types'

/** Who gets a mail, as the account reads it. */
export function recipientsOnWire(
  each: EventMailType,
  choices: EventMailChoices,
): Result<typeof listEmailRecipients>['results'][number] {
  return {
    type: each.type.name,
    event: each.event,
    summary: each.type.summary,
    recipients: choices.recipientsOf(each),
    default_recipients: each.mail.to,
    choices: choices.choicesOf(each),
    is_demanded: choices.isDemanded(each),
  }
}
