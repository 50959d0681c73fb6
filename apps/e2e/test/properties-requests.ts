import * as fc from 'fast-check'
import type { RoutedOperation } from '@nameyard/contracts/operations'
import { queryParameters } from '@nameyard/contracts/primitives/query'
import { jsonSchemaOf } from '@nameyard/contracts/tool'

type Schema = { readonly [keyword: string]: unknown }

/** A request as it is sent: path and query are encoded, the body is bytes. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

const deep = (depth: number): unknown => (depth === 0 ? 1 : depth % 2 ? [deep(depth - 1)] : { a: deep(depth - 1) })

const oddTexts = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202e\u0000\uffff',
  '％',
  '%',
  '*',
  '_%*\\',
  "' or 1=1 --",
  '"; drop table zone; --',
  '{{7*7}}',
  'é'.repeat(300),
  '𝒳'.repeat(200),
  'x'.repeat(5_000),
  'x'.repeat(200_000),
  '1e999',
  '-0',
  '９９',
  '٣',
  'ß.example',
  'xn--',
  '0000-00-00 00:00:00',
  '9999-99-99',
  'true',
  'null',
)

const oddNumbers = fc.constantFrom(0, -0, -1, 0.5, 2 ** 31, 2 ** 31 - 1, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324)

/** Values that no normal client sends. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts,
  oddNumbers,
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { a: 1 }),
  fc.constantFrom<unknown>({ constructor: 1 }, { toString: 'x', valueOf: 1 }, { length: 1e9 }, { then: 1 }),
  fc.constantFrom(31, 33, 200).map(deep),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.integer(), { maxLength: 300 }),
  fc.anything({ maxDepth: 2, withNullPrototype: true }),
)

/** Values for a schema: mostly valid, sometimes hostile. */
function valueOf(given: Schema, definitions: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const schema = given.$ref ? definitions[String(given.$ref).slice('#/$defs/'.length)]! : given
  return fc.oneof({ weight: 20, arbitrary: meant(schema, definitions) }, { weight: 1, arbitrary: hostile })
}

function meant(schema: Schema, definitions: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...schema.anyOf.map((branch: Schema) => valueOf(branch, definitions)))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      return fc.record(Object.fromEntries(properties.map(([name, each]) => [name, valueOf(each, definitions)])), {
        requiredKeys: (schema.required as string[] | undefined) ?? [],
      })
    }
    case 'array':
      return fc.array(valueOf(schema.items as Schema, definitions), { maxLength: 3 })
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, 0, 1, '0', '1', 'true')
    case 'integer':
    case 'number': {
      const [min, max] = [Number(schema.minimum ?? -100), Math.min(Number(schema.maximum ?? 1_000_000), 1_000_000)]
      return fc.oneof(fc.integer({ min, max }), fc.integer({ min, max }).map(String))
    }
    default:
      return fc.oneof(
        fc.constantFrom('com', 'example', 'example.com', 'a@example.com', '192.0.2.1', '2001:db8::1', 'NL', '+31'),
        fc.constantFrom(
          'A',
          'MX',
          'TXT',
          'www',
          '@',
          '2027-01-31',
          'AJ100001-NL',
          'dns-openprovider',
          'admin',
          'nl_NL',
        ),
        fc.string({ maxLength: 20 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
      )
  }
}

/** JSON of an object with some fields replaced, removed or repeated, or with unknown fields. */
function mutated(usual: object, schema: Schema, definitions: Readonly<Record<string, Schema>>): fc.Arbitrary<string> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const names = [...new Set([...Object.keys(properties), '__proto__', 'constructor', 'toString', 'id', '\ud800'])]
  const change = fc.constantFrom(...names).chain((name) =>
    fc.record({
      name: fc.constant(name),
      value: name in properties ? fc.oneof(hostile, valueOf(properties[name]!, definitions)) : hostile,
      how: fc.constantFrom('set' as const, 'set' as const, 'twice' as const, 'drop' as const),
    }),
  )
  return fc.array(change, { minLength: 0, maxLength: 3 }).map((changes) => {
    const members: [string, unknown][] = Object.entries(usual)
    for (const { name, value, how } of changes) {
      const at = members.findIndex(([key]) => key === name)
      if (at >= 0 && how !== 'twice') members.splice(at, 1)
      if (how !== 'drop') members.push([name, value])
    }
    return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${print(value)}`).join()}}`
  })
}

/** Returns the JSON of a generated value; null for a value without JSON. */
function print(value: unknown): string {
  try {
    return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)) ?? 'null'
  } catch {
    return 'null'
  }
}

/** Bodies that are not JSON, or not an object, or not UTF-8, or far too deep. */
const broken: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      '',
      ' ',
      'null',
      '[]',
      '"x"',
      '1',
      '{',
      '{"a":1,}',
      "{'a':1}",
      '\ufeff{}',
      '{"a":1}{"b":2}',
      '{"a":NaN}',
      '['.repeat(50_000),
      '{"a":'.repeat(20_000),
      `{"__proto__":{"x":1}}`,
      `{"id":${'9'.repeat(400)}}`,
      'username=a&password=b',
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0x80, 0x22, 0x7d]),
  ),
)

const brokenEscapes = fc.constantFrom('%00', '%', '%zz', '%ff', '%ED%A0%80', '..%2f..%2f', '%2e%2e', '%0d%0aX:1', '+')

/** A path segment or query value, encoded, sometimes wrongly. */
const encoded = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: arbitrary.map((value) =>
        encodeURIComponent(
          (typeof value === 'string' ? value : print(value)).slice(0, 2_000).replaceAll(/\p{Surrogate}/gu, '\ufffd'),
        ),
      ),
    },
    { weight: 1, arbitrary: brokenEscapes },
  )

const junkNames = [
  '__proto__',
  'constructor',
  'a[b][c]',
  'limit[]',
  '.',
  'order_by.',
  '%00',
  'response.to',
  'x'.repeat(999),
]

function queryOf(operation: RoutedOperation): fc.Arbitrary<string> {
  const { $defs = {}, ...whole } = jsonSchemaOf(operation.query) as Schema & { $defs?: Record<string, Schema> }
  const known = [...queryParameters(operation.query)].map(([name, { path }]) => {
    const schema = path.reduce((at, step) => {
      const holder = at.$ref ? $defs[String(at.$ref).slice('#/$defs/'.length)]! : at
      return ((holder.properties as Record<string, Schema> | undefined)?.[step] ??
        holder.additionalProperties) as Schema
    }, whole as Schema)
    return encoded(valueOf(schema, $defs)).map((value) => `${name}=${value}`)
  })
  const junk = fc.tuple(fc.constantFrom(...junkNames), encoded(hostile)).map(([name, value]) => `${name}=${value}`)
  const pair =
    known.length > 0 ? fc.oneof({ weight: 5, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: junk }) : junk
  return fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length ? `?${pairs.join('&')}` : ''))
}

/** Header values that HTTP allows. */
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '*/*',
    'text/html',
    'application/json;charset=utf-16',
    'é',
    'x'.repeat(3_000),
    '127.0.0.1, ::1',
  ),
  fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replaceAll(/[^ -~]/g, '?')),
)
const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'content-type',
    'x-forwarded-for',
    'idempotency-key',
    'accept-language',
    'x-request-id',
    'te',
  ),
  headerText,
  { maxKeys: 3, noNullPrototype: true },
)

/** Requests of one operation: valid ones, almost valid ones, and nonsense. */
export function requestsOf(
  operation: RoutedOperation,
  usual: { readonly params: Readonly<Record<string, unknown>>; readonly body: object | undefined },
): fc.Arbitrary<Request> {
  const { $defs = {}, ...schema } = jsonSchemaOf(operation.body) as Schema & { $defs?: Record<string, Schema> }
  const json = fc.oneof(mutated(usual.body ?? {}, schema, $defs), meant(schema, $defs).map(print))
  const body = fc.oneof(
    { weight: operation.method === 'GET' ? 1 : 8, arbitrary: json.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: broken },
    { weight: operation.method === 'GET' ? 8 : 1, arbitrary: fc.constant(undefined) },
  )
  const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const params = fc.tuple(
    ...names.map((name) =>
      fc.oneof(
        { weight: 2, arbitrary: encoded(fc.constant(usual.params[name])) },
        { weight: 1, arbitrary: encoded(hostile) },
      ),
    ),
  )
  const prefix = fc.constantFrom('/v1', '/v1', '/v1beta')
  return fc.tuple(params, prefix, queryOf(operation), headers, body).map(([values, start, query, sent, bytes]) => ({
    method: operation.method,
    path: `${operation.path
      .replace('/v1', start)
      .replaceAll(/:(\w+)/g, (_, name: string) => values[names.indexOf(name)] || '%20')}${query}`,
    headers: sent,
    body: bytes,
  }))
}
