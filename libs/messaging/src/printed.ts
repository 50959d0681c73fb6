import type { Json } from './wire'

/** JSON text that stands for a value; in UTF-8, if it was printed so. */
export class JsonText {
  constructor(readonly text: Json) {}
}

/**
 * A result as JSON text. A long list is printed once, where it is read, and passed to the client without being parsed
 * again.
 */
export class Printed<Result> {
  /** The type of the value in the text; it does not exist at run time. */
  declare protected readonly result: Result

  constructor(readonly text: Json) {}

  /** A stored result is stored like any other. */
  toJSON(): unknown {
    return JSON.parse(this.text.toString())
  }
}

/** Prints a result that has some fields as JSON text already. */
export function printed<Result extends object>(fields: {
  readonly [Field in keyof Result]: Result[Field] | JsonText
}): Printed<Result> {
  const parts: Json[] = []
  for (const [name, value] of Object.entries<unknown>(fields)) {
    if (value === undefined) continue
    parts.push(
      `${parts.length > 0 ? ',' : '{'}"${name}":`,
      value instanceof JsonText ? value.text : JSON.stringify(value),
    )
  }
  parts.push(parts.length > 0 ? '}' : '{}')
  return new Printed(joined(parts))
}

/** Texts stay a text; with one in UTF-8 all are. */
function joined(parts: readonly Json[]): Json {
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}
