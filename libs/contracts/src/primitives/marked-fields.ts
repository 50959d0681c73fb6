import type { z } from 'zod'

/** Keys from the root of an answer to a field; `[]` is every entry of a list. */
export type FieldPath = readonly string[]

interface Inner {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly element?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
}

/** Returns the paths of all marked fields in the values of a schema. */
export function markedPaths(
  schema: z.core.$ZodType,
  isMarked: (schema: z.core.$ZodType) => boolean,
): readonly FieldPath[] {
  if (isMarked(schema)) return [[]]
  const pathsOf = (inner: z.core.$ZodType) => markedPaths(inner, isMarked)
  const { shape = {}, element, innerType, options = [] } = schema._zod.def as Inner
  const same = [...(innerType ? [innerType] : []), ...options].flatMap(pathsOf)
  const entries = element ? pathsOf(element).map((path) => ['[]', ...path]) : []
  const fields = Object.entries(shape).flatMap(([name, field]) => pathsOf(field).map((path) => [name, ...path]))
  return [...same, ...entries, ...fields]
}

/** Replaces the fields at the given paths of an answer, in place. Fields that the answer does not have stay absent. */
export function replaceFields(
  answer: unknown,
  paths: readonly FieldPath[],
  replacement: (value: unknown, name: string) => unknown,
): void {
  for (const path of paths) replace(answer, path, replacement)
}

function replace(value: unknown, [step, ...rest]: FieldPath, replacement: (value: unknown, name: string) => unknown) {
  if (typeof value !== 'object' || value === null) return
  if (step === '[]') {
    for (const entry of value as readonly unknown[]) replace(entry, rest, replacement)
  } else if (rest.length > 0) {
    replace(value[step as never], rest, replacement)
  } else if (step! in value) {
    const holder = value as Record<string, unknown>
    holder[step!] = replacement(holder[step!], step!)
  }
}
