import type { NameRules } from '../objects/tld-rules.store'
import type { Answer, ObjectContext } from '../protocol/command'
import type { CommandRequest } from '../protocol/request'
import type { Element } from '../xml/read'

/** A command of a registry with a dialect. */
export interface DialectCommand {
  readonly request: CommandRequest
  readonly context: ObjectContext
  /** The rules of the domain, or of the domain above the host; undefined for other objects, and for unknown names. */
  readonly rules: NameRules | undefined
  /** Carries out the command of the RFCs, with another payload or with fewer extensions when they are given. */
  readonly proceed: (changed?: {
    readonly payload?: Element
    readonly extensions?: ReadonlyMap<string, Element>
  }) => Promise<Answer>
}

/** A command that only one registry has. Its clTRID is found in any element of that name. */
export type OwnCommand = Pick<CommandRequest, 'name' | 'objects' | 'payload'>

/**
 * What a registry does differently from the RFCs. It refuses what the real registry would refuse, so that a client
 * without the dialect cannot succeed.
 */
export interface Dialect {
  readonly name: string
  /** Namespaces of its extensions in the greeting. */
  readonly extensions: readonly string[]
  /** Its own object mappings in the greeting, with the prefix of their commands in audits and faults. */
  readonly objects?: ReadonlyMap<string, string>
  /** Its namespaces of which several elements extend one command. */
  readonly several?: readonly string[]
  /** Its own verbs that stand in `<command>`, like those of RFC 5730. */
  readonly verbs?: readonly string[]
  /** Whether a command, such as `domain:create`, takes the extension. */
  takes(command: string, extension: string): boolean
  /**
   * Reads a command of its own, the element in `<extension>` below `<epp>` (RFC 5730 section 2.7.1). `payload` is the verb.
   */
  readOwn?(element: Element): OwnCommand
  /** Carries out a command on an object: of the RFCs, of an object mapping of its own, or one of its own. */
  carryOut(command: DialectCommand): Promise<Answer>
}
