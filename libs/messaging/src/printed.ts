/** JSON text that stands for a value. */
export class JsonText {
  constructor(readonly text: string) {}
}

/**
 * A result as JSON text. A long list is printed once, where it is stored, and passed on to the client without being read
 * again on the way.
 */
export class Printed<Result> {
  /** What the text says; nothing of it is there at run time. */
  declare protected readonly result: Result

  constructor(readonly text: string) {}

  /** Where the result is kept, it is kept like any other. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** Prints a result of which some fields are JSON text already. */
export function printed<Result extends object>(fields: {
  readonly [Field in keyof Result]: Result[Field] | JsonText
}): Printed<Result> {
  const parts = Object.entries<unknown>(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`"${name}":${value instanceof JsonText ? value.text : JSON.stringify(value)}`],
  )
  return new Printed(`{${parts.join(',')}}`)
}
