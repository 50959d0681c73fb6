/**
 * The statements of one request, recorded at a service, for contenders that send the same statements and do nothing else.
 *
 * A recorded statement is `{ text, values }`, with values as PostgreSQL reads them. `{{n}}` stands for twelve hexadecimal
 * digits that are new in every repetition: the same for the same n, so that keys stay unique and related values equal.
 */
import { randomBytes } from 'node:crypto'

/** Words of a value that may identify something: UUIDs, digests, handles. */
const WORD = /[\w-]{8,}/g

/** Characters at the end of a word that a mark stands for. */
const MARKED = 12

/**
 * Finds the statements of one request in those of several equal requests: statements that not every request sent are the
 * service's own work. Words of values that identify something and differ between the requests become marks.
 */
export function statementsOf(requests) {
  const [first, ...others] = requests.map(numbered)
  const inAll = [...first].filter(([key]) => others.every((other) => other.has(key)))
  const marks = new Map()
  const markOf = (word) => {
    if (!marks.has(word)) marks.set(word, `{{${marks.size}}}`)
    return word.slice(0, -MARKED) + marks.get(word)
  }
  return inAll.map(([key, { text, values }]) => ({
    text,
    values: values.map((value, at) => {
      const other = others[0].get(key).values[at]
      if (typeof value !== 'string' || typeof other !== 'string') return value
      const words = other.match(WORD) ?? []
      let position = 0
      return value.replace(WORD, (word) => (words[position++] === word ? word : markOf(word)))
    }),
  }))
}

/** The statements of a request by their text and how often the request had sent it before, in their order. */
function numbered(statements) {
  const times = new Map()
  return new Map(
    statements.map((statement) => {
      const time = (times.get(statement.text) ?? 0) + 1
      times.set(statement.text, time)
      return [`${time} ${statement.text}`, statement]
    }),
  )
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
  const digits = (mark) => `lpad(to_hex(:n${mark}::bigint), 12, '0')`
  const written = (value, type) => {
    // Every second part is the number of a mark.
    const parts = typeof value === 'string' ? value.split(/\{\{(\d+)\}\}/) : [value]
    if (parts.length === 1) return `${literal(value)}${type && value !== null ? `::${type}` : ''}`
    return `(${parts.map((part, at) => (at % 2 === 0 ? literal(part) : digits(part))).join(' || ')})::${type ?? 'text'}`
  }
  return [
    ...[...marks].sort().map((mark) => `\\set n${mark} random(0, 281474976710655)`),
    ...statements.map(({ text, values }, index) => {
      const safe = text.replace(/'[^']*'/g, (quoted) => (quoted.includes(':') ? literal(quoted.slice(1, -1)) : quoted))
      const filled = safe.replace(/\$(\d+)/g, (_, n) => written(values[n - 1], types[index]?.[n - 1]))
      return `${filled.replace(/\s+/g, ' ').trim()};`
    }),
    '',
  ].join('\n')
}
