import type { Answer } from './answer'
import type { Command } from './command'
import type { XmlElement } from './xml'

/**
 * An extension of a command (RFC 5730 section 2.7.3): the element that it adds, and the function that reads the server's
 * addition to the answer. It may be used only in a session that agreed on its namespace at login.
 */
export interface Extension<Extra extends object> {
  /** Absent when the server extends its answer without a request. */
  readonly element?: XmlElement
  /** Reads the extension in the answer. A server may always leave it out. */
  readonly decode: (answer: Answer) => Extra
}

/** The data of an extended command: its own and the extension's. The list of a check is in `checked`. */
export type Extended<Data, Extra extends object> = [Data] extends [undefined]
  ? Extra
  : Data extends readonly unknown[]
    ? { readonly checked: Data } & Extra
    : Data & Extra

/** Returns the command with an extension. Several extensions are added one by one, and written in that order. */
export function extended<Data, Extra extends object>(
  command: Command<Data>,
  { element, decode }: Extension<Extra>,
): Command<Extended<Data, Extra>> {
  return {
    ...command,
    extension: [...(command.extension ?? []), ...(element ? [element] : [])],
    decode: (answer) => {
      const data = command.decode(answer)
      const own = Array.isArray(data) ? { checked: data } : data
      return { ...own, ...decode(answer) } as Extended<Data, Extra>
    },
  }
}

/** For extensions without data in the answer. */
export const nothingExtra = (): Record<never, never> => ({})
