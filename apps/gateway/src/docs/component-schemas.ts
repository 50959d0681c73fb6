import type { z } from 'zod'
import { jsonSchemaOf } from '@nameyard/contracts/tool'

export type Json = { [key: string]: unknown }

/** The schema that a reference stands for. */
export function resolve(schema: Json, components: Map<string, Json>): Json {
  const { $ref } = schema as { $ref?: string }
  return $ref ? components.get($ref.slice($ref.lastIndexOf('/') + 1))! : schema
}

/** The JSON Schema of a zod schema; the named ones in it become components. */
export function jsonSchema(schema: z.ZodType, components: Map<string, Json>): Json {
  const { $defs = {}, ...own } = jsonSchemaOf(schema) as Json & { $defs?: Record<string, Json> }
  for (const [name, component] of Object.entries($defs)) components.set(name, relocated(component))
  return relocated(own)
}

function relocated(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}
