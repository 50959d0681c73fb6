import { InvalidValue } from '@nameyard/epp/constraints'

/** A line: its keyword and its value. Keywords may repeat. */
export type Line = readonly [keyword: string, value: string]

/** Lines below a heading such as `[Holder]`, or the lines above the first heading, whose name is empty. */
export class Section {
  constructor(
    /** In lower case. */
    readonly name: string,
    private readonly lines: readonly Line[],
  ) {}

  /** The values of a keyword, in their order. Case does not matter: DENIC's examples write `EMail`, `Email` and `eMail`. */
  all(keyword: string): readonly string[] {
    return this.lines.filter(([name]) => name === keyword.toLowerCase()).map(([, value]) => value)
  }

  /** The first value of a keyword. */
  first(keyword: string): string | undefined {
    return this.all(keyword)[0]
  }
}

/**
 * Writes lines in the key/value form. Throws InvalidValue for a value with a control character: a line break in a value
 * would begin another line.
 */
export function writeLines(lines: readonly Line[]): string {
  return lines
    .map(([keyword, value]) => {
      // eslint-disable-next-line no-control-regex -- these are the characters that a line cannot have
      if (/[\u0000-\u001f\u007f]/.test(value)) throw new InvalidValue(keyword, 'has a control character')
      return `${keyword}: ${value.trim()}`
    })
    .join('\n')
}

/** Reads lines with their headings. Throws an error for a line that is neither empty, nor a heading, nor a pair. */
export function readSections(text: string): readonly Section[] {
  const sections: { readonly name: string; readonly lines: Line[] }[] = [{ name: '', lines: [] }]
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '') continue
    const heading = /^\[([^\]:]+)\]$/.exec(line)
    if (heading) {
      sections.push({ name: heading[1]!.toLowerCase(), lines: [] })
      continue
    }
    const colon = line.indexOf(':')
    if (colon < 1) throw new Error(`line ${index + 1} is not a pair of keyword and value`)
    sections.at(-1)!.lines.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()])
  }
  return sections.map(({ name, lines }) => new Section(name, lines))
}

const secrets = /^(\s*(?:password|authinfo|authinfohash)\s*:).*$/gim
const person = /^(\s*(?:name|organisation|address|postalcode|city|email|phone)\s*:).*$/gim

/** The text with passwords, auth codes and data of people masked, fit for a log or a journal. */
export function maskedLines(text: string): string {
  return text.replace(secrets, '$1 ***').replace(person, '$1 ***')
}
