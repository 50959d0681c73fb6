import type { Declaration, Kinds } from './statement-declarations'
import type { Description } from './statement-description'

const NUMBERS: readonly string[] = ['int2', 'int4', 'oid', 'float4', 'float8']
const DATES: readonly string[] = ['date', 'timestamp', 'timestamptz']
const JSON_TYPES: readonly string[] = ['json', 'jsonb']

/** Returns the element type of an array type. `pg_type` names an array with a leading underscore. */
const elementOf = (type: string) => (type.startsWith('_') ? type.slice(1) : undefined)

/** The kind of value that `pg` reads a column of a type as. */
function readAs(type: string): string {
  const element = elementOf(type)
  // `pg-types` reads an array of numerics as numbers, a single numeric as a string.
  if (element) return element === 'numeric' ? 'number[]' : `${readAs(element)}[]`
  if (NUMBERS.includes(type)) return 'number'
  if (DATES.includes(type)) return 'Date'
  if (type === 'bool') return 'boolean'
  if (type === 'bytea') return 'Buffer'
  if (type === 'interval' || type === 'point') return 'object'
  return 'string'
}

/** Returns the kinds of values that a parameter of a type accepts. */
function takes(type: string): string[] {
  const element = elementOf(type)
  if (element) return takes(element).map((kind) => `${kind}[]`)
  if (type === 'int8') return ['number', 'string', 'bigint']
  if (type === 'numeric') return ['number', 'string']
  if (DATES.includes(type)) return ['Date', 'string']
  // `pg` turns objects into JSON, but arrays into arrays of PostgreSQL.
  if (JSON_TYPES.includes(type)) return ['string', 'object']
  if (type === 'interval') return ['string']
  return [readAs(type)]
}

const isJson = (type: string) => JSON_TYPES.includes(elementOf(type) ?? type)

const shown = (kinds: Kinds) => (kinds.length > 0 ? kinds.join(' | ') : 'null')

/** Returns the differences between the declared types of a statement and its description by PostgreSQL. */
export function mismatches(
  declaration: Declaration,
  parameters: readonly string[],
  description: Description,
): string[] {
  const problems: string[] = []
  const { name, given, row, optional } = declaration
  parameters.forEach((parameter, at) => {
    const type = description.parameters[at]!
    const kinds = given.get(parameter) ?? []
    // A parameter of type `unknown` is checked by its name alone.
    if (!kinds.every((kind) => kind === 'unknown' || takes(type).includes(kind)))
      problems.push(`parameter "${parameter}" is declared as ${shown(kinds)}, but PostgreSQL takes ${type}`)
  })
  for (const property of given.keys())
    if (!parameters.includes(property)) problems.push(`parameter "${property}" is declared, but not used`)
  if (row) {
    for (const { name: column, type } of description.columns) {
      const kinds = row.get(column)
      if (!kinds) problems.push(`column "${column}" is not declared`)
      else if (!isJson(type) && !kinds.every((kind) => kind === readAs(type)))
        problems.push(`column "${column}" is declared as ${shown(kinds)}, but ${type} is read as ${readAs(type)}`)
    }
    const columns = description.columns.map((column) => column.name)
    for (const field of row.keys())
      if (!columns.includes(field) && !optional.has(field))
        problems.push(`field "${field}" is declared, but there is no such column`)
  }
  return problems.map((problem) => `${name}: ${problem}`)
}
