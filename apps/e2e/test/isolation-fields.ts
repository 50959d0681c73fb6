import type { AnyOperation } from '@nameyard/contracts/operation'
import { jsonSchemaOf } from '@nameyard/contracts/tool'

type Schema = { readonly [keyword: string]: unknown }

/** A field of an operation's input that holds one value, or a domain name in its two parts. */
export interface Field {
  readonly place: 'params' | 'query' | 'body'
  /** Keys from the root; `[]` is an entry of a list. */
  readonly path: readonly string[]
  /** `domains.list query domain_names[]` */
  readonly spelling: string
  readonly isDomainName: boolean
  /** Whether the field takes any text or number: it is no boolean and no enumeration. */
  readonly isFree: boolean
}

/** Returns every field of an operation's input, from its schemas. */
export function fieldsOf(operation: AnyOperation): Field[] {
  return (['params', 'query', 'body'] as const).flatMap((place) => {
    const { $defs = {}, ...top } = jsonSchemaOf(operation[place]) as Schema & { $defs?: Record<string, Schema> }
    const collect = (given: Schema, path: readonly string[]): Field[] => {
      const schema = given.$ref ? $defs[String(given.$ref).slice('#/$defs/'.length)]! : given
      if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((branch: Schema) => collect(branch, path))
      if (schema.items) return collect(schema.items as Schema, [...path, '[]'])
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      const isDomainName =
        properties
          .map(([name]) => name)
          .sort()
          .join() === 'extension,name'
      if (!isDomainName && schema.type === 'object') {
        return properties.flatMap(([name, property]) => collect(property, [...path, name]))
      }
      const spelling = `${operation.id} ${place} ${path.join('.').replaceAll('.[]', '[]')}`
      const isFree = isDomainName || (schema.type !== 'boolean' && !('enum' in schema))
      return [{ place, path, spelling, isDomainName, isFree }]
    }
    return collect(top, [])
  })
}

/** Whether a field may identify an object, by the names of identifiers in this API. */
export function identifies({ path, spelling, isDomainName, isFree }: Field): boolean {
  if (!isFree) return false
  const name = path.filter((step) => step !== '[]').at(-1) ?? ''
  return (
    isDomainName ||
    /(^|_)(ids?|handles?|names?|domains?|emails?|username|group|pattern|zones?|token|key)$/.test(name) ||
    /^tags\.\S+ \S+ value$/.test(spelling)
  )
}

/** Sets one field of an input. Of a list it sets the first entry. */
export function set(input: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const put = (at: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) return value
    if (step === '[]') return [put(Array.isArray(at) ? at[0] : undefined, rest)]
    return { ...(at as object | undefined), [step]: put((at as Record<string, unknown> | undefined)?.[step], rest) }
  }
  return put(input, path) as Record<string, unknown>
}

/** Whether an input has a value for the field. */
export function has(input: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return input !== undefined
  if (typeof input !== 'object' || input === null) return false
  return has(step === '[]' ? (input as unknown[])[0] : (input as Record<string, unknown>)[step], rest)
}
