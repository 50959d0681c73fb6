import type { ClientBase } from 'pg'
import type { ResultCode } from '../model/result'
import type { FaultKind } from '../server/fault.store'
import type { SessionPolicy } from '../server/session-policy.store'
import type { Session } from '../server/session'
import type { Element } from '../xml/read'
import type { Markup } from '../xml/write'
import type { NameRules } from './domain/tld-rules.store'

/** What a command sees. `db` is inside the command's transaction; `now` is the registry's time. */
export interface CommandContext {
  readonly db: ClientBase
  readonly now: Date
  readonly policy: SessionPolicy
  readonly session: Session
  readonly clTRID: string | undefined
  readonly svTRID: string
  /** What extends the command, by namespace; only such extensions as `extensionsOf` lists for it. */
  readonly extensions: ReadonlyMap<string, Element>
  /** The misbehaviour that was planted for this command. */
  readonly fault: FaultKind | undefined
  /** The rules that a name lives by; undefined when its TLD is not served. */
  readonly rulesOf: (name: string) => Promise<NameRules | undefined>
}

/** As above, when somebody has logged in: `registrar` is the client identifier of who asks. */
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
}

/** Carries out one command on one kind of object; `payload` is the element in the object's namespace. */
export type ObjectCommand = (payload: Element, context: ObjectContext) => Promise<Answer>
