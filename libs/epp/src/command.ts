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
  const extension = command.extension ?? []
  return writeXml(
    epp('epp', [
      epp('command', [
        command.verb,
        extension.length > 0 ? epp('extension', extension) : undefined,
        epp('clTRID', trID('clTRID', clTRID)),
      ]),
    ]),
  )
}
