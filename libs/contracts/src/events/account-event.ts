import type { z } from 'zod'
import type { AnyOperation, ServiceName } from '../operation'

/**
 * A type of account event: something that happened to an object of an account and that its reseller may want to know.
 * Resellers read account events (docs/events.md); services tell each other events of `event.ts`.
 */
export interface AccountEvent<Type extends string = string, State extends z.ZodType = z.ZodType> {
  /** `<object>.<past participle>`, for example `domain.activated`. */
  readonly type: Type
  readonly producer: ServiceName
  /** One sentence for the reference: what has happened. */
  readonly summary: string
  /** Version of the schema of the state, from 1. */
  readonly version: number
  /** The read whose answer is the state. Who may call it sees the event, unless `shownBy` says something else. */
  readonly read: AnyOperation
  /**
   * The read that shows such events of the whole account, where `read` shows the caller only its own objects, or less than
   * the event does. Who may call it sees the event.
   */
  readonly shownBy?: AnyOperation
  /**
   * The object after the event, as its read shows it to a key without the right `transfer-codes`: no auth codes, keys,
   * tokens, secrets or links.
   */
  readonly state: State
  /** Whether and how panels tell people of the account: docs/account-notices.md. Absent: they do not. */
  readonly notice?: Notice
}

/** How much a notice matters, the most urgent first. */
export const noticeSeverities = ['critical', 'warning', 'info'] as const
export type NoticeSeverity = (typeof noticeSeverities)[number]

/** What panels tell people of an event. */
export interface Notice {
  readonly severity: NoticeSeverity
  /** One sentence in English; fields of the state are in braces, such as `{domain.name}`. */
  readonly text: string
}

/** Declares a type of account event. */
export function accountEvent<Type extends string, State extends z.ZodType>(
  declaration: AccountEvent<Type, State>,
): AccountEvent<Type, State> {
  return declaration
}
