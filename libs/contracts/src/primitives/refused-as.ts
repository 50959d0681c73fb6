import { z } from 'zod'
import type { ErrorName } from '../errors'

/** The refusals of a field that has codes of its own in the catalogue. */
export interface FieldRefusals {
  readonly missing?: ErrorName
  /** Used instead of `missing` when the named field of the same object is missing too. */
  readonly missingWith?: { readonly field: string; readonly refusal: ErrorName }
  /** Used when the field does not accept the value; the sentence gets `field` and `problem`. */
  readonly wrong?: ErrorName
}

const refusals = z.registry<FieldRefusals>()

/** A schema of a body or query field whose refusal has a code of its own. */
export function refusedAs<Schema extends z.ZodType>(schema: Schema, as: FieldRefusals): Schema {
  const own = schema.meta({ ...schema.meta() })
  refusals.add(own, as)
  return own
}

/** The refusals of a schema; empty if it uses `invalid_input`. */
export function refusalsOf(schema: z.core.$ZodType | undefined): FieldRefusals {
  return (schema && refusals.get(schema as z.ZodType)) ?? {}
}
