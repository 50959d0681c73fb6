/** JSON text that stands for a value. */
export class JsonText {
  constructor(readonly text: string) {}
}

/**
 * A result as JSON text. A long list is printed once, where it is read, and passed to the client without being parsed
 * again.
 */
export class Printed<Result> {
  /** The type of the value in the text; it does not exist at run time. */
  declare protected readonly result: Result

  constructor(readonly text: string) {}

  /** A stored result is stored like any other. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** Prints a result that has some fields as JSON text already. */
export function printed<Result extends object>(fields: {
  readonly [Field in keyof Result]: Result[Field] | JsonText
}): Printed<Result> {
  const parts = Object.entries<unknown>(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`"${name}":${value instanceof JsonText ? value.text : JSON.stringify(value)}`],
  )
  return new Printed(`{${parts.join(',')}}`)
}
