import { z } from 'zod'
import type { AnyOperation } from './operation'
import { routes, type RoutedOperation } from './operations'
import { approvalsFor } from './rights'

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

/** A tool as a list has it: without the schema of its answer, and with its input in short. */
export type BriefTool = Omit<Tool, 'outputSchema'>

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
  const forPeople = operation.fieldsForPeople ?? []
  const offered = Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !forPeople.includes(name)))
  const isRead = operation.effect === 'read'
  return {
    name: toolName(operation.id),
    title: operation.summary,
    description: `${operation.summary}. ${operation.description?.replaceAll(ids, toolName)}`,
    inputSchema: {
      ...rest,
      type: 'object',
      properties: {
        ...offered,
        ...(!isRead && { [INTENT]: intent }),
        ...(approvalsFor(operation).length > 0 && { [APPROVAL]: approval }),
      },
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

/**
 * Describes an operation for a list of tools, which assistants read in every conversation. Its schema accepts every input
 * that the whole one accepts.
 */
export function briefToolOf(operation: AnyOperation): BriefTool {
  const { outputSchema: _, ...tool } = toolOf(operation)
  const { properties = {}, required = [] } = tool.inputSchema as { properties?: JsonSchema; required?: string[] }
  const named = Object.entries(properties as Record<string, JsonSchema>)
    .filter(([, { description }]) => operation.isStrict || !String(description).startsWith(NOT_OFFERED))
    .map(([name, schema]) => [name, briefly(brief.get(name) ?? schema, required.includes(name))])
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(named) } }
}

/** Begins the description of a field that is accepted for existing clients only. */
const NOT_OFFERED = 'Not offered here'

/** Characters of the longest schema of an optional argument in a list of tools. */
const BRIEF_CHARACTERS = 120

/** A schema without descriptions of inner fields and without bounds; a long optional object only by its description. */
function briefly({ description, ...schema }: JsonSchema, isRequired: boolean): JsonSchema {
  const inner = bare(schema) as JsonSchema
  const isLong = !isRequired && JSON.stringify(inner).length > BRIEF_CHARACTERS
  return { ...(isLong ? { type: inner.type } : inner), ...(description !== undefined && { description }) }
}

/** Keywords that a caller can live without: the service refuses what is out of bounds, and names the bound. */
const left = new Set(['description', 'examples', 'maxLength', 'minLength', 'minimum', 'maximum', 'pattern', 'default'])

function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !left.has(key))
      .map(([key, each]) => [key, key === 'properties' ? bareProperties(each as JsonSchema) : bare(each)]),
  )
}

/** The names of properties are no keywords: a field may be called `description`. */
function bareProperties(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, bare(each)]))
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

/** Additional input field of tools: the approval of a person, where an API key may need one. */
export const APPROVAL = 'approval'

const approval = {
  type: 'integer',
  minimum: 1,
  description:
    'Only after a refusal named an approval and a person has approved it: its number. All other arguments must be the same.',
}

/** The additional fields in short. */
const brief: ReadonlyMap<string, JsonSchema> = new Map([
  [INTENT, { type: 'string', description: 'Only to repeat a call with an unknown result.' }],
  [APPROVAL, { type: 'integer', description: 'Only after a person has approved the call.' }],
])

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
