import { z } from 'zod'
import { markedPaths, replaceFields, type FieldPath } from './marked-fields'

const marked = z.registry<{ readonly isAuthCode: true }>()

/** Marks the schema of a code that authorizes a transfer. A token without `transfer-codes` gets it as an empty text. */
export function authCode<Schema extends z.ZodType>(schema: Schema): Schema {
  const own = schema.meta({ ...schema.meta() })
  marked.add(own, { isAuthCode: true })
  return own
}

/** Whether a schema is marked as an auth code. */
export const isAuthCode = (schema: z.core.$ZodType): boolean => marked.get(schema as z.ZodType) !== undefined

/** Returns the paths of all auth codes in the values of a schema. */
export function authCodePaths(schema: z.core.$ZodType): readonly FieldPath[] {
  return markedPaths(schema, isAuthCode)
}

/** Empties the auth codes at the given paths of an answer, in place. */
export function emptyAuthCodes(answer: unknown, paths: readonly FieldPath[]): void {
  replaceFields(answer, paths, () => '')
}
