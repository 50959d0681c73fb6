import { messages } from './messages'
import type { AnyOperation } from './operation'
import { operations, routes } from './operations'
import { parseQuery, printQuery } from './primitives/query'
import { jsonSchemaOf, toolOf } from './tool'

const all: readonly AnyOperation[] = operations
const onHttp: readonly AnyOperation[] = routes

test('every operation, event and command has a unique id', () => {
  const ids = [...all, ...messages].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test('no two operations have the same route', () => {
  const paths = onHttp.map(({ method, path }) => `${method} ${path!.replaceAll(/:\w+/g, '{}')}`)
  expect(paths).toEqual([...new Set(paths)])
})

test('routes are sorted by path', () => {
  const paths = onHttp.map(({ path }) => path!)
  expect(paths).toEqual(paths.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
})

test('only login and the reset of a password need no token', () => {
  const ids = all.filter(({ anonymous }) => anonymous).map(({ id }) => id)
  expect(ids).toEqual([
    'access.complete-password-reset',
    'access.login',
    'access.login-with-passkey',
    'access.request-password-reset',
    'access.start-passkey-login',
  ])
})

test('descriptions name only existing operations, and descriptions of tools name tools', () => {
  const ids = new Set<string>(onHttp.map(({ id }) => id))
  for (const each of onHttp) {
    const named = each.description!.match(/\b[a-z-]+\.[a-z-]+\b/g) ?? []
    expect([each.id, named.filter((id) => !ids.has(id))]).toEqual([each.id, []])
    expect(toolOf(each).description).not.toMatch(/\b[a-z-]+\.[a-z-]+\b/)
  }
})

test('only operations of resellers have a route', () => {
  for (const each of all) expect([each.id, each.path !== undefined]).toEqual([each.id, each.audience === 'reseller'])
})

test('only reads are GET, and no GET or DELETE has a body', () => {
  for (const each of onHttp) {
    if (each.method === 'GET') expect([each.id, each.effect]).toEqual([each.id, 'read'])
    if (each.method === 'GET' || each.method === 'DELETE') expect(Object.keys(each.body.shape)).toEqual([])
    if (each.method === 'PUT' || each.method === 'DELETE') expect([each.id, each.effect]).not.toEqual([each.id, 'read'])
  }
})

describe.each(onHttp.map((each) => [each.id, each] as const))('%s', (_, operation) => {
  const schema = jsonSchemaOf(operation.input)
  const full = sample(schema, schema) as Record<string, unknown>

  test('declares the parameters of its path', () => {
    const inPath = [...operation.path!.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(operation.params.shape)).toEqual(inPath)
  })

  test('parses its own output to the same value', () => {
    const once = operation.input.parse(full)
    expect(operation.input.parse(once)).toEqual(once)
    expect(Object.keys(once as object)).toEqual(expect.arrayContaining(Object.keys(full)))
  })

  test('accepts numbers and booleans as texts', () => {
    expect(operation.input.parse(asTexts(full))).toEqual(operation.input.parse(full))
  })

  test('treats null as absent, and ignores unknown fields unless they would do harm', () => {
    const required = new Set(schema['required'] as string[])
    const least = Object.fromEntries(Object.entries(full).map(([key, each]) => [key, required.has(key) ? each : null]))
    const absent = Object.fromEntries(Object.entries(full).filter(([key]) => required.has(key)))
    const unknown = { ...least, unknown: { to: 'anyone' } }
    if (operation.isStrict) expect(operation.input.safeParse(unknown).success).toBe(false)
    expect(operation.input.parse(operation.isStrict ? least : unknown)).toEqual(operation.input.parse(absent))
  })

  test('prints a query that is parsed to the same value', () => {
    const query = operation.query.parse(full)
    const raw: Record<string, string[]> = {}
    for (const [name, value] of printQuery(query)) (raw[name] ??= []).push(value)
    expect(operation.query.parse(parseQuery(raw, operation.query))).toEqual(query)
  })

  test('is a tool whose schema has no references', () => {
    const tool = toolOf(operation)
    expect(tool.name).toMatch(/^[a-z][a-z_]{1,63}$/)
    expect(JSON.stringify(tool)).not.toContain('$ref')
    expect(tool.inputSchema.type).toBe('object')
  })
})

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  pattern?: string
  anyOf?: Schema[]
  examples?: unknown[]
}

/** Returns a value that is valid by a schema and has all its fields. */
function sample(schema: Schema, root: Schema): unknown {
  if (schema.$ref) return sample(root.$defs![schema.$ref.slice('#/$defs/'.length)]!, root)
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0]!, root)
  if (schema.examples) return schema.examples[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, each]) => [key, sample(each, root)]))
    case 'array':
      return [sample(schema.items!, root)]
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return schema.pattern?.includes(':') && !schema.pattern.includes('?') ? '2026-11-20 12:00:00' : '2026-11-20'
  }
}

function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asTexts(each)]))
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
}
