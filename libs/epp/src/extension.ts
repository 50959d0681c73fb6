import type { Command } from './command'
import type { Answer } from './response'
import type { XmlElement } from './xml'

/**
 * An extension of a command (RFC 5730 section 2.7.3): what it adds to the command, and the reading of what the server
 * adds to the answer. It may be used only in a session that agreed on its namespace at login.
 */
export interface Extension<Extra extends object> {
  /** Absent when the server extends its answer unasked. */
  readonly element?: XmlElement
  /** Reads what the answer holds of this extension; a server may always leave it out. */
  readonly decode: (answer: Answer) => Extra
}

/** What a command gives that was extended: its own data and the extension's; the list that a check gives is `checked`. */
export type Extended<Data, Extra extends object> = [Data] extends [undefined]
  ? Extra
  : Data extends readonly unknown[]
    ? { readonly checked: Data } & Extra
    : Data & Extra

/** The command with an extension; several are put on one after another, and written in that order. */
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

/** Reads nothing: for extensions that only say something to the server. */
export const nothingExtra = (): Record<never, never> => ({})
