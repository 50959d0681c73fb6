import { z } from 'zod'
import { isAuthCode } from './auth-code'
import { markedPaths, type FieldPath } from './marked-fields'

const marked = z.registry<{ readonly isSecret: true }>()

/** Marks the schema of a secret in an answer: a private key, or a link that works without a login. */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  const own = schema.meta({ ...schema.meta() })
  marked.add(own, { isSecret: true })
  return own
}

/** Returns the paths of all secrets in the values of a schema, auth codes included. */
export function secretPaths(schema: z.core.$ZodType): readonly FieldPath[] {
  return markedPaths(schema, (each) => isAuthCode(each) || marked.get(each as z.ZodType) !== undefined)
}
