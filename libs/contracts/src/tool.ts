import { z } from 'zod'
import type { AnyOperation } from './operation'
import { routes, type RoutedOperation } from './operations'

interface ObjectSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

/** An operation as a tool of the Model Context Protocol. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  /** Schema of the structured content: the answer itself, or a list as `items`. */
  readonly outputSchema: ObjectSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

type JsonSchema = Record<string, unknown>

/** Ids of operations in a text; assistants know them by their tool names. */
const ids = /\b[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*\b/g

function toolName(id: string): string {
  return id.replaceAll(/[.-]/g, '_')
}

/** The operations that are tools of assistants: all that are not for people only. */
export const toolOperations: readonly RoutedOperation[] = routes.filter(({ isForPeople }) => !isForPeople)

/** Describes an operation of resellers as a tool; `domains.create` is the tool `domains_create`. */
export function toolOf(operation: AnyOperation): Tool {
  const input = inlined(jsonSchemaOf(operation.input))
  const { properties, ...rest } = input as { properties?: JsonSchema }
  const isRead = operation.effect === 'read'
  return {
    name: toolName(operation.id),
    title: operation.summary,
    description: `${operation.summary}. ${operation.description?.replaceAll(ids, toolName)}`,
    inputSchema: {
      ...rest,
      type: 'object',
      properties: { ...properties, ...(!isRead && { [INTENT]: intent }) },
    },
    outputSchema: ofAnObject(withoutWords(inlined(jsonSchemaOf(operation.result)))),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: operation.isDestructive,
      idempotentHint: operation.isIdempotent,
      openWorldHint: false,
    },
  }
}

/** Additional input field of tools: the idempotency key of a change. */
export const INTENT = 'idempotency_key'

const intent = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Only to repeat a call with an unknown result: the key from its answer. A repeated call with the same key is never carried out twice.',
}

/**
 * Removes the descriptions of fields from the schemas of answers. Assistants would read them in every conversation, and
 * they are three times as long as the schemas themselves. The OpenAPI description has them.
 */
function withoutWords(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  ) as JsonSchema
}

/** Structured content must be an object, so a list is wrapped in one. */
function ofAnObject(schema: JsonSchema): ObjectSchema {
  if (schema.type === 'object') return schema as unknown as ObjectSchema
  return { type: 'object', properties: { items: schema }, required: ['items'] }
}

function inlined({ $defs: definitions = {}, ...schema }: JsonSchema): JsonSchema {
  return inline(schema, definitions as JsonSchema) as JsonSchema
}

/** The JSON Schema of an input, without the bounds that only reflect the number range of JavaScript. */
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

/** Replaces each `$ref` by its definition, because not every assistant follows `$ref`. Our schemas are not recursive. */
function inline(schema: unknown, definitions: JsonSchema): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inline(each, definitions))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref: reference, ...rest } = schema as JsonSchema
  const expanded = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, inline(each, definitions)]))
  if (typeof reference !== 'string') return expanded
  return { ...(inline(definitions[reference.slice('#/$defs/'.length)], definitions) as JsonSchema), ...expanded }
}
