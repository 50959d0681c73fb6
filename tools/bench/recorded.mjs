/**
 * The statements of one request, recorded at a service, for contenders that send the same statements and do nothing else.
 *
 * A recorded statement is `{ text, values }`, with values as PostgreSQL reads them. `{{n}}` stands for twelve hexadecimal
 * digits that are new in every repetition: the same for the same n, so that keys stay unique and related values equal.
 */
import { randomBytes } from 'node:crypto'

/** Values that identify something: UUIDs and digests. Alone, or as an array with one element. */
const IDENTITY = /^(\{"?)?(?<start>[\w:-]{8,})(?<end>[0-9a-f-]{12}|[\w-]{12})("?\})?$/

/**
 * Finds the statements of one request in those of several equal requests: statements that not every request sent are the
 * service's own work. Values that identify something and differ between the requests become marks.
 */
export function statementsOf(requests) {
  const [first, ...others] = requests
  const inAll = first.filter(({ text }) => others.every((other) => other.some((each) => each.text === text)))
  const second = others[0].filter(({ text }) => inAll.some((each) => each.text === text))
  const marks = new Map()
  return inAll.map(({ text, values }, index) => ({
    text,
    values: values.map((value, at) => {
      const parts = typeof value === 'string' && second[index]?.values[at] !== value && IDENTITY.exec(value)
      if (!parts) return value
      const { start, end } = parts.groups
      const whole = start + end
      if (!marks.has(whole)) marks.set(whole, `{{${marks.size}}}`)
      return value.replace(whole, start + marks.get(whole))
    }),
  }))
}

/** Returns the function that fills the marks of values with digits of one repetition. */
export function newValues() {
  const digits = []
  return (value) =>
    typeof value === 'string'
      ? value.replace(/\{\{(\d+)\}\}/g, (_, n) => (digits[n] ??= randomBytes(6).toString('hex')))
      : value
}

/**
 * Writes recorded statements as a script of pgbench. `types[n]` are the types of the parameters of statement n: values
 * with marks are expressions, whose type PostgreSQL does not infer.
 */
export function pgbenchScript(statements, types) {
  const marks = new Set(JSON.stringify(statements).match(/(?<=\{\{)\d+(?=\}\})/g))
  // pgbench takes `:name` for a variable also within a literal.
  const literal = (value) =>
    value === null
      ? 'null'
      : `E'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
  const written = (value, type) => {
    const [before, mark, after] = typeof value === 'string' ? value.split(/\{\{(\d+)\}\}/) : []
    if (mark === undefined) return `${literal(value)}${type && value !== null ? `::${type}` : ''}`
    const digits = `lpad(to_hex(:n${mark}::bigint), 12, '0')`
    return `(${literal(before)} || ${digits} || ${literal(after)})::${type ?? 'text'}`
  }
  return [
    ...[...marks].sort().map((mark) => `\\set n${mark} random(0, 281474976710655)`),
    ...statements.map(({ text, values }, index) => {
      const filled = text.replace(/\$(\d+)/g, (_, n) => written(values[n - 1], types[index]?.[n - 1]))
      return `${filled.replace(/\s+/g, ' ').trim()};`
    }),
    '',
  ].join('\n')
}
