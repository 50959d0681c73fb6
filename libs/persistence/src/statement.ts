import { createHash } from 'node:crypto'
import sql, { empty, join, raw, Sql } from 'sql-template-tag'

/** `raw` is for constants of the code, such as column names: its text is not escaped. */
export { empty, join, raw, sql, Sql }

/**
 * SQL with a name, under which each connection prepares it once. A call passes an object of type `Given` and gets rows
 * of type `Row`. Declared with {@link statement}.
 */
export interface PreparedStatement<Given, Row extends object> {
  readonly name: string
  /** The text with numbered parameters: `$1`, `$2`. */
  readonly text: string
  /** The property of `Given` that provides the value of each numbered parameter, in order. */
  readonly parameters: readonly string[]
  /** Never set; only for the types. */
  readonly '~types'?: { readonly given: (given: Given) => void; readonly row: Row }
}

/** The arguments that a call passes to a statement; none when the statement has no parameters (`Given` is `void`). */
export type Values<Given> = [Given] extends [void] ? [] : [given: Given]

/** Stands for a property of the given object while the text of a statement is built. */
export class Placeholder {
  constructor(readonly property: string) {}

  [Symbol.toPrimitive](): never {
    throw new Error(`parameter ${this.property} is used as a text: write it in an sql template`)
  }
}

/** The argument of a statement's builder: a placeholder for each property that calls pass. */
export type Placeholders<Given> = { readonly [Property in keyof Given]-?: Placeholder }

const declared = new Map<string, PreparedStatement<never, object>>()

/** The statements of every module that this process has loaded, for a test of their types. */
export const declaredStatements = (): ReadonlyMap<string, PreparedStatement<never, object>> => declared

/**
 * Declares a statement. `build` runs once, at load; each property of `given` becomes a numbered parameter, and the same
 * property always has the same number. A name begins with the word of its service and belongs to one text:
 * `customers.get`.
 */
export function statement<Given = void, Row extends object = object>(
  name: string,
  build: (given: Placeholders<Given>) => Sql,
): PreparedStatement<Given, Row> {
  const { text, parameters } = rendered(name, build(placeholders(name) as Placeholders<Given>))
  const known = declared.get(name)
  if (known && known.text !== text) throw new Error(`statement ${name} is declared twice`)
  const made = { name, text, parameters }
  declared.set(name, made)
  return made
}

/**
 * The values of a list parameter, for `column = any(...)` in statements of reads that run often: `any(${listed(ids, 'int')})`.
 * With the bare parameter PostgreSQL knows the length of the list while it plans, finds that a plan for this length is
 * cheaper than one for ten values, and plans short lists anew each time. Here it never knows the length, and so it plans
 * once for each connection.
 */
export const listed = (values: Placeholder, type: 'int' | 'text' | 'uuid'): Sql =>
  sql`array(select unnest(${values}::${raw(type)}[]))`

/** A text of run time that is prepared. */
class PreparedText extends Sql {
  constructor(
    readonly name: string,
    { strings, values }: Sql,
  ) {
    super(strings, values)
  }
}

/** Most texts that one process prepares: a connection keeps each of them, with its plan. */
const MOST_PREPARED = 100

/** The names of the prepared texts of run time, by text. */
const preparedNames = new Map<string, string>()

/**
 * Makes each connection prepare a text that was composed at run time, under a name of its own. Only for texts that have
 * few forms, and whose plan should not depend on their values: those are {@link hidden}.
 */
export const prepared = (name: string, text: Sql): Sql => new PreparedText(name, text)

/**
 * A number in a prepared text that the planner does not know. With a limit that it knows, a plan for this limit seems
 * cheaper than the plan for any limit, and PostgreSQL plans the text anew each time.
 */
export const hidden = (value: number): Sql => sql`(select ${value}::integer)`

function preparedName({ name, text }: PreparedText): string | undefined {
  const known = preparedNames.get(text)
  if (known !== undefined || preparedNames.size >= MOST_PREPARED) return known
  const made = `${name}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  preparedNames.set(text, made)
  return made
}

/** Returns the query for `pg`: of a statement and its values, or of a text that was composed at run time. */
export function queryOf(
  asked: PreparedStatement<never, object> | Sql,
  given?: object,
): { name?: string; text: string; values: unknown[] } {
  if (asked instanceof Sql) {
    const leaked = asked.values.find((value) => value instanceof Placeholder)
    if (leaked) throw new Error(`parameter ${leaked.property} belongs to a statement, not to a text of run time`)
    const { text, values } = asked
    const name = asked instanceof PreparedText ? preparedName(asked) : undefined
    return { ...(name !== undefined && { name }), text, values }
  }
  const { name, text, parameters } = asked
  const properties = given as Readonly<Record<string, unknown>>
  return { name, text, values: parameters.map((property) => properties[property]) }
}

function placeholders(name: string): object {
  return new Proxy(
    {},
    {
      get: (_, property) => new Placeholder(String(property)),
      ownKeys: () => {
        throw new Error(`statement ${name}: read the parameters by name`)
      },
    },
  )
}

function rendered(name: string, { strings, values }: Sql): { text: string; parameters: string[] } {
  const byHand = strings.join('').match(/\$\d+/)
  if (byHand) throw new Error(`statement ${name}: "${byHand[0]}" is written by hand; use a property of the parameters`)
  const parameters: string[] = []
  let text = strings[0]!
  values.forEach((value, at) => {
    if (!(value instanceof Placeholder)) {
      const before = strings[at]!.trimStart().slice(-60)
      throw new Error(
        `statement ${name}: the value after "${before}" is not a property of the parameters; ` +
          'make a fragment of constant text with sql or raw',
      )
    }
    if (!parameters.includes(value.property)) parameters.push(value.property)
    text += `$${parameters.indexOf(value.property) + 1}${strings[at + 1]!}`
  })
  return { text, parameters }
}
