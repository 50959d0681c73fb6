import { z } from 'zod'

const marked = z.registry<{ readonly isAuthCode: true }>()

/** Marks the schema of a code that authorizes a transfer. A token without `transfer-codes` gets it as an empty text. */
export function authCode<Schema extends z.ZodType>(schema: Schema): Schema {
  const own = schema.meta({ ...schema.meta() })
  marked.add(own, { isAuthCode: true })
  return own
}

/** Keys from the root of an answer to an auth code; `[]` is every entry of a list. */
export type AuthCodePath = readonly string[]

interface Inner {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly element?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
}

/** Returns the paths of all auth codes in the values of a schema. */
export function authCodePaths(schema: z.core.$ZodType): AuthCodePath[] {
  if (marked.get(schema as z.ZodType)) return [[]]
  const { shape = {}, element, innerType, options = [] } = schema._zod.def as Inner
  const same = [...(innerType ? [innerType] : []), ...options].flatMap(authCodePaths)
  const entries = element ? authCodePaths(element).map((path) => ['[]', ...path]) : []
  const fields = Object.entries(shape).flatMap(([name, field]) => authCodePaths(field).map((path) => [name, ...path]))
  return [...same, ...entries, ...fields]
}

/** Empties the auth codes at the given paths of an answer, in place. */
export function emptyAuthCodes(answer: unknown, paths: readonly AuthCodePath[]): void {
  for (const path of paths) empty(answer, path)
}

function empty(value: unknown, [step, ...rest]: AuthCodePath): void {
  if (typeof value !== 'object' || value === null) return
  if (step === '[]') {
    for (const entry of value as readonly unknown[]) empty(entry, rest)
  } else if (rest.length > 0) {
    empty(value[step as never], rest)
  } else if (step! in value) {
    ;(value as Record<string, unknown>)[step!] = ''
  }
}
