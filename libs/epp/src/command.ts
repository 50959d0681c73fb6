import type { Answer } from './answer'
import { trID } from './constraints'
import { EPP } from './namespaces'
import { elementsOf, writeXml, type XmlElement } from './xml'

const epp = elementsOf(EPP)

/**
 * An EPP command as a value, with the function that reads its answer: a session returns `Data` for it.
 */
export interface Command<Data> {
  /** Object and verb for logs and journals, such as `domain:create`. */
  readonly name: string
  /** The element below `command`: check, create, info, login … */
  readonly verb: XmlElement
  /** Elements for `extension`, each of its own namespace. */
  readonly extension?: readonly XmlElement[]
  /**
   * The element below `epp` with the verb and the clTRID, of a command that only one registry has: `<extension>` instead of
   * `<command>` (RFC 5730 section 2.7.1).
   */
  readonly envelope?: (clTRID: string) => XmlElement
  /** Reads the data of a successful answer. Throws ProtocolError when it is missing. */
  readonly decode: (answer: Answer) => Data
}

/**
 * Builds the command of an object mapping: `<create><domain:create>…` (RFC 5730 section 2.9.3).
 */
export function objectCommand<Data>(
  object: string,
  verb: string,
  payload: XmlElement,
  decode: (answer: Answer) => Data,
): Command<Data> {
  return { name: `${object}:${verb}`, verb: epp(verb, [payload]), decode }
}

/** For commands whose answer has no data. */
export const noData = (): undefined => undefined

/**
 * Prints a command with its client transaction identifier (RFC 5730 section 2.5).
 * Throws InvalidValue for a clTRID outside 3 to 64 characters.
 */
export function encodeCommand(command: Command<unknown>, clTRID: string): string {
  const { verb, extension = [], envelope } = command
  const id = trID('clTRID', clTRID)
  const own = envelope?.(id)
  const ofRfc = () =>
    epp('command', [verb, extension.length > 0 ? epp('extension', extension) : undefined, epp('clTRID', id)])
  return writeXml(epp('epp', [own ?? ofRfc()]))
}
