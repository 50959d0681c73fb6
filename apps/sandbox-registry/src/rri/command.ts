import type { ClientBase } from 'pg'
import type { NameRules } from '../objects/tld-rules.store'
import { RriRefusal } from './refusal'
import type { Block, Fields, Line } from './text'

/** The input of a command. `registrar` is the RegAccId that logged in. */
export interface RriContext {
  readonly db: ClientBase
  readonly now: Date
  readonly registrar: string
  readonly svTRID: string
  /** The rules of the only TLD that is served here. */
  readonly rules: NameRules
}

/** A success. A refusal is thrown. */
export interface RriResult {
  readonly lines?: readonly Line[]
  readonly blocks?: readonly Block[]
}

/** A command: its keywords beside Version, Action and CTID, with how often each may stand. */
export interface RriCommand {
  /** The name in the audit and in faults. */
  readonly name: string
  /** Whether it changes something, and so may have a CTID. */
  readonly isChange: boolean
  readonly keywords: Readonly<Record<string, 'many' | 'one' | 'optional'>>
  readonly run: (fields: Fields, context: RriContext) => Promise<RriResult>
}

/** Refuses missing, repeated and unknown keywords. */
export function refuseOddFields(fields: Fields, { keywords, isChange }: RriCommand): void {
  const own: RriCommand['keywords'] = isChange ? { ...keywords, ctid: 'optional' } : keywords
  const allowed: RriCommand['keywords'] = { version: 'one', action: 'one', ...own }
  for (const [name, values] of fields) {
    if (!(name in allowed)) throw new RriRefusal('semantics', name)
    if (values.length > 1 && allowed[name] !== 'many') throw new RriRefusal('semantics', `${name} stands twice`)
  }
  const missing = Object.keys(allowed).find((name) => allowed[name] === 'one' && !fields.get(name)?.[0])
  if (missing !== undefined) throw new RriRefusal('semantics', `${missing} is missing`)
}

/** The value of a keyword that `refuseOddFields` has found once. */
export function one(fields: Fields, name: string): string {
  return fields.get(name)![0]!
}
