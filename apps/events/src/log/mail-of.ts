import { accountEvents } from '@nameyard/contracts/account-events'
import type { sendEventMail } from '@nameyard/contracts/customers/send-event-mail'
import type { Payload } from '@nameyard/contracts/event'
import type { EventMail } from '@nameyard/contracts/events/account-event'
import { noticeText } from '@nameyard/contracts/events/notice-text'
import type { MailedEvent } from './log.store'

const mails = new Map(accountEvents.flatMap(({ type, mail }): [string, EventMail][] => (mail ? [[type, mail]] : [])))

/** The mail about an event of a type that has one: its variables are filled from the state. */
export function mailOf({ account, type, object, happenedAt, state }: MailedEvent): Payload<typeof sendEventMail> {
  const { registrant, values } = mails.get(type)!
  const shown: unknown = JSON.parse(state)
  return {
    resellerId: account,
    event: type,
    object,
    at: happenedAt.toISOString(),
    registrant: registrant === undefined ? null : noticeText(registrant, shown),
    values: Object.fromEntries(Object.entries(values).map(([name, text]) => [name, noticeText(text, shown)])),
  }
}
