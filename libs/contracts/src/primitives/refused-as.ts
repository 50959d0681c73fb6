import { z } from 'zod'
import type { ErrorName } from '../errors'

/** By which names a field is refused that has codes of its own in the catalogue. */
export interface FieldRefusals {
  readonly missing?: ErrorName
  /** Used instead of `missing` when the named field of the same object is missing too. */
  readonly missingWith?: { readonly field: string; readonly refusal: ErrorName }
  /** The value is none that the field takes; the sentence is filled with `field` and `problem`. */
  readonly wrong?: ErrorName
}

const refusals = z.registry<FieldRefusals>()

/** The schema of a field of a body or query whose refusal clients know by a code of its own. */
export function refusedAs<Schema extends z.ZodType>(schema: Schema, as: FieldRefusals): Schema {
  const own = schema.meta({ ...schema.meta() })
  refusals.add(own, as)
  return own
}

/** The names that a schema was given; nothing where `invalid_input` says it. */
export function refusalsOf(schema: z.core.$ZodType | undefined): FieldRefusals {
  return (schema && refusals.get(schema as z.ZodType)) ?? {}
}
