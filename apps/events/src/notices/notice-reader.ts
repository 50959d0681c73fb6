import { accountEvents } from '@nameyard/contracts/account-events'
import { fail } from '@nameyard/contracts/errors'
import type { AccountEvent, Notice } from '@nameyard/contracts/events/account-event'
import type { Call } from '@nameyard/contracts/operation'
import { visibleTypes } from '../reading/visible-types'

/** A type that people are told of. */
export type NoticeType = AccountEvent & { readonly notice: Notice }

/** Who reads notices, and the types that this contact may see: those of objects that it may read. */
export function noticeReader({ actor }: Call): {
  readonly account: number
  readonly contact: number
  readonly visible: readonly NoticeType[]
} {
  if (!actor) fail('authentication_failed')
  const visible = visibleTypes(accountEvents, actor).filter((each): each is NoticeType => each.notice !== undefined)
  return { account: actor.resellerId, contact: actor.contactId, visible }
}

/** The names of types. */
export const namesOf = (types: readonly NoticeType[]): string[] => types.map(({ type }) => type)
