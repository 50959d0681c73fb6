/**
 * Queries of the wire: dotted names are nested objects (`order_by.name=asc`), repeated names are arrays, with or
 * without a trailing `[]`; an empty value counts as absent. Names that are not in the schema are ignored.
 */
import { z } from 'zod'

/** A parsed query string as HTTP frameworks provide it: one value, or several of the same name. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>

interface Parameter {
  readonly path: readonly string[]
  readonly isList: boolean
}

/** Parameters of a query by their flat name, such as `domain.name`. */
const known = new WeakMap<z.ZodObject, ReadonlyMap<string, Parameter>>()

/** The schema below `optional`, `default` and preprocessing. */
function core(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod as unknown as {
    def: { type: string; innerType?: z.core.$ZodType; out?: z.core.$ZodType }
  }
  const inner = def.innerType ?? (def.type === 'pipe' ? def.out : undefined)
  return inner ? core(inner) : schema
}

/** Returns the parameters of a query by flat name, for OpenAPI and {@link parseQuery}. */
export function queryParameters(query: z.ZodObject): ReadonlyMap<string, Parameter> {
  const found = known.get(query)
  if (found) return found
  const parameters = new Map<string, Parameter>()
  const leaf = (path: readonly string[]): Parameter => ({ path, isList: false })
  const collect = (shape: z.ZodObject['shape'], before: readonly string[]) => {
    for (const [name, schema] of Object.entries(shape)) {
      const inner = core(schema)
      const path = [...before, name]
      if (inner instanceof z.ZodObject) collect(inner.shape, path)
      else if (inner instanceof z.ZodRecord && inner.keyType instanceof z.ZodEnum)
        for (const key of inner.keyType.options)
          parameters.set([...path, String(key)].join('.'), leaf([...path, String(key)]))
      else parameters.set(path.join('.'), { path, isList: inner instanceof z.ZodArray })
    }
  }
  collect(query.shape, [])
  known.set(query, parameters)
  return parameters
}

/** Converts a raw query into the object structure of the schema. Values stay strings. */
export function parseQuery(raw: RawQuery, query: z.ZodObject): Record<string, unknown> {
  const parameters = queryParameters(query)
  const parsed: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(raw)) {
    const parameter = parameters.get(name.endsWith('[]') ? name.slice(0, -2) : name)
    const values = (typeof given === 'string' ? [given] : (given ?? [])).filter((value) => value !== '')
    if (!parameter || values.length === 0) continue
    let target = parsed
    for (const step of parameter.path.slice(0, -1)) target = (target[step] ??= {}) as Record<string, unknown>
    target[parameter.path.at(-1)!] = parameter.isList ? values : values.at(-1)
  }
  return parsed
}

/** Prints the object form of a query as name-value pairs; the inverse of {@link parseQuery}. */
export function printQuery(query: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  const pairs: [string, string][] = []
  const print = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) value.forEach((each) => print(name, each))
    else if (typeof value === 'object') for (const [key, each] of Object.entries(value)) print(`${name}.${key}`, each)
    else pairs.push([name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value)])
  }
  for (const [name, value] of Object.entries(query)) print(name, value)
  return pairs
}
