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
  /** Which mail it makes, and to whom: docs/account-mails.md. Absent: none. */
  readonly mail?: EventMail
}

/** How much a notice matters, the most urgent first. */
export const noticeSeverities = ['critical', 'warning', 'info'] as const
export type NoticeSeverity = (typeof noticeSeverities)[number]

/** What panels tell people of an event. */
export interface Notice {
  readonly severity: NoticeSeverity
  /** One sentence in English; fields of the state are in braces, such as `{domain.name}`. */
  readonly text: string
  /** Tells only of events whose state has the values of one of these. Absent: of all. */
  readonly only?: readonly Readonly<Record<string, string>>[]
}

/** Who can get the mail about an event: the registrant, the administrators of the account, both of them, or nobody. */
export const mailRecipients = ['registrant', 'reseller', 'both', 'nobody'] as const
export type MailRecipients = (typeof mailRecipients)[number]

/** The policies that demand mails to registrants: of the expiry of a domain, of its data once a year, of its transfer. */
export const mailPolicies = ['expiry', 'data-reminder', 'transfer'] as const
export type MailPolicy = (typeof mailPolicies)[number]

/** The mail that an event makes. Its words are in apps/customers/src/mail/words. */
export interface EventMail {
  /** Type of the mail, such as `domain-renewed`. */
  readonly type: string
  /** Who gets it where the account has not decided. */
  readonly to: Exclude<MailRecipients, 'nobody'>
  /** The handle of the registrant: a field of the state in braces. Absent: there is none, and the mail is for the account. */
  readonly registrant?: string
  /** The policy that demands that the registrant gets it. Absent: the account decides. */
  readonly policy?: MailPolicy
  /** The variables of the mail. Fields of the state are in braces, as in notices. */
  readonly values: Readonly<Record<string, string>>
}

/** Declares a type of account event. */
export function accountEvent<Type extends string, State extends z.ZodType>(
  declaration: AccountEvent<Type, State>,
): AccountEvent<Type, State> {
  return declaration
}
