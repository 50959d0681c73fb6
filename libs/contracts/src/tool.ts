import { z } from 'zod'
import type { AnyOperation } from './operation'

/** An operation as an assistant sees it, in the terms of the Model Context Protocol. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

type JsonSchema = Record<string, unknown>

/** Describes an operation of resellers as a tool; `domains.create` is the tool `domains_create`. */
export function toolOf(operation: AnyOperation): Tool {
  const { $defs: definitions = {}, ...schema } = jsonSchemaOf(operation.input)
  return {
    name: operation.id.replaceAll(/[.-]/g, '_'),
    title: operation.summary,
    description: `${operation.summary}.${operation.effect === 'purchase' ? ' This may charge the account.' : ''}`,
    inputSchema: inline(schema, definitions as JsonSchema) as Tool['inputSchema'],
    annotations: {
      readOnlyHint: operation.effect === 'read',
      destructiveHint: operation.effect !== 'read' && operation.method !== 'POST',
      idempotentHint: operation.effect === 'read' || operation.method !== 'POST',
      openWorldHint: false,
    },
  }
}

/** The JSON Schema of what may be given, without the bounds that only say which numbers JavaScript can hold. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...printed } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as JsonSchema
  return printed
}

/** Puts definitions where they are referred to: not every assistant follows `$ref`. Ours never refer to themselves. */
function inline(schema: unknown, definitions: JsonSchema): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inline(each, definitions))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref: reference, ...rest } = schema as JsonSchema
  const expanded = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, inline(each, definitions)]))
  if (typeof reference !== 'string') return expanded
  return { ...(inline(definitions[reference.slice('#/$defs/'.length)], definitions) as JsonSchema), ...expanded }
}
