import { z } from 'zod'

const label = z.string().min(1).max(200)

/** A value to choose, with its label. */
const choice = z.strictObject({ const: z.string().max(255), title: label })

/** A text, or one of several values. */
const field = z
  .strictObject({
    type: z.literal('string').default('string'),
    /** The label of the field. */
    title: label,
    /** The values to choose from. */
    enum: z.array(z.string().max(255)).min(1).max(300).optional(),
    /** The values to choose from, with labels. */
    oneOf: z.array(choice).min(1).max(300).optional(),
    maxLength: z.int().min(1).max(2_000).optional(),
  })
  .refine(({ enum: values, oneOf }) => values === undefined || oneOf === undefined, 'has both enum and oneOf: use one')

/**
 * Additional data that an extension asks for, as a JSON Schema: an object whose properties are texts. The keywords are
 * those of JSON Schema 2020-12; others are refused, so that no rule is silently ignored.
 */
export const additionalDataSchema = z
  .strictObject({
    type: z.literal('object').default('object'),
    properties: z.record(
      z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'a field is named in lower case, as in birth_date'),
      field,
    ),
    required: z.array(z.string()).max(100).default([]),
  })
  .superRefine(({ properties, required }, context) => {
    required.forEach((name, index) => {
      if (!Object.hasOwn(properties, name))
        context.addIssue({ code: 'custom', path: ['required', index], message: `${name} is not one of the properties` })
    })
  })
export type AdditionalDataSchema = z.output<typeof additionalDataSchema>
