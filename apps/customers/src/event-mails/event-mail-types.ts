import { accountEvents } from '@nameyard/contracts/account-events'
import type { EventMail, MailRecipients } from '@nameyard/contracts/events/account-event'
import type { MailType } from '../mail/words/mail-type'
import { mailTypes } from '../mail/words/mail-types'

/** A mail about an event: its declaration in the catalogue of events, and its words. */
export interface EventMailType {
  /** Type of the event. */
  readonly event: string
  readonly mail: EventMail
  readonly type: MailType
}

/** All mails about events, in the order of the mails. */
export const eventMailTypes: readonly EventMailType[] = mailTypes.flatMap((type) =>
  accountEvents.flatMap(({ type: event, mail }) => (mail?.type === type.name ? [{ event, mail, type }] : [])),
)

/** What an account may choose for a mail. */
export function choicesOf({ registrant, policy }: EventMail, isDemanded = policy !== undefined): MailRecipients[] {
  if (registrant === undefined) return ['reseller', 'nobody']
  return isDemanded ? ['registrant', 'both'] : ['registrant', 'reseller', 'both', 'nobody']
}

/** Who gets a mail: whom the account has chosen, and the registrant where a policy demands it. */
export function recipientsOf(mail: EventMail, chosen: MailRecipients | undefined, isDemanded: boolean): MailRecipients {
  const wanted = chosen ?? mail.to
  if (!isDemanded) return wanted
  return wanted === 'both' || wanted === 'reseller' ? 'both' : 'registrant'
}
