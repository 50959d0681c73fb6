import { RriRefusal } from './refusal'

/** A line of an answer. */
export type Line = readonly [keyword: string, value: string]

/** The lines of an answer below a heading such as `[Holder]`. */
export interface Block {
  readonly heading: string
  readonly lines: readonly Line[]
}

/** The lines of a request by keyword, in lower case. Blocks after them are read and not used. */
export type Fields = ReadonlyMap<string, readonly string[]>

/** Reads a request in the key/value form. Refuses a line that is no pair. */
export function readRequest(text: string): Fields {
  const fields = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    if (line.startsWith('[')) break
    if (line === '') continue
    const [, keyword, value] = /^([A-Za-z0-9-]+)\s*:\s*(.*)$/.exec(line) ?? []
    if (keyword === undefined || value === undefined) throw new RriRefusal('format', `line ${line.slice(0, 40)}`)
    const name = keyword.toLowerCase()
    fields.set(name, [...(fields.get(name) ?? []), value])
  }
  return fields
}

export function writeAnswer(head: readonly Line[], lines: readonly Line[], blocks: readonly Block[]): string {
  const print = (some: readonly Line[]) => some.map(([keyword, value]) => `${keyword}: ${value}\n`).join('')
  const body = lines.length > 0 ? `\n${print(lines)}` : ''
  return print(head) + body + blocks.map(({ heading, lines: own }) => `\n[${heading}]\n${print(own)}`).join('')
}

/** A request or an answer without passwords and codes. */
export function maskSecrets(text: string): string {
  return text.replace(/^(\s*(?:password|authinfo)\s*:).*$/gim, '$1 ********').replaceAll('\0', '\uFFFD')
}
