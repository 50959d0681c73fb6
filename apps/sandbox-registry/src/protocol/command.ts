import type { ClientBase } from 'pg'
import type { FaultKind } from '../faults/fault.store'
import type { ResultCode } from '../model/result'
import type { NameRules } from '../objects/tld-rules.store'
import type { Services } from '../sessions/services'
import type { Session } from '../sessions/session'
import type { SessionPolicy } from '../sessions/session-policy.store'
import type { Element } from '../xml/read'
import type { Markup } from '../xml/write'

/** The input of every command. `db` is the command's transaction; `now` is the registry's time. */
export interface CommandContext {
  readonly db: ClientBase
  readonly now: Date
  readonly policy: SessionPolicy
  /** The services of the endpoint's greeting. */
  readonly services: Services
  readonly session: Session
  readonly clTRID: string | undefined
  readonly svTRID: string
  /** The elements that extend the command, by namespace; only extensions that its table entry lists. */
  readonly extensions: ReadonlyMap<string, Element>
  /** The fault that was planted for this command. */
  readonly fault: FaultKind | undefined
  /** Returns the rules of a name; undefined when its TLD is not served. */
  readonly rulesOf: (name: string) => Promise<NameRules | undefined>
}

/** The input of a command in a session. `registrar` is the client identifier (clID) that logged in. */
export interface ObjectContext extends CommandContext {
  readonly registrar: string
  /** The `op` of a transfer. */
  readonly op: string | undefined
}

/** A success. A refusal is thrown. */
export interface Answer {
  readonly code: ResultCode
  readonly msgQ?: Markup
  readonly resData?: Markup
  readonly extensions?: readonly Markup[]
  /** Elements in namespaces that the login did not name (RFC 9038). */
  readonly unhandled?: readonly Markup[]
}

/** A table entry: the function that carries out the command, and the namespaces of the extensions it supports. */
export interface Command<Context> {
  /** `payload` is the element in the object's namespace. */
  readonly run: (payload: Element, context: Context) => Promise<Answer>
  readonly extensions?: readonly string[]
}

/** Commands by name, such as `domain:create` or `poll`. Each folder of `commands/` fills its part of the table. */
export type ObjectCommands = Readonly<Record<string, Command<ObjectContext>>>

export type SessionCommands = Readonly<Record<string, Command<CommandContext>>>
