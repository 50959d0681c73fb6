import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import { root } from './run'

type Json = Record<string, unknown>

/** The committed OpenAPI description. Its objects are closed: they allow only the declared properties. */
const description = closed(JSON.parse(readFileSync(join(root, 'apps/gateway/golden/openapi.json'), 'utf8'))) as {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': true, uuid: true } })
ajv.addSchema(description, 'api')

const routes = Object.keys(description.paths).map((path) => ({
  path,
  // A literal path segment is matched before a parameter at the same position.
  rank: path.replaceAll(/\{\w+\}/g, '~'),
  matches: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}))
routes.sort((one, other) => (one.rank < other.rank ? -1 : 1))

const compiled = new Map<string, ValidateFunction>()

/**
 * Returns how an answer differs from the description: name, type, nesting, presence. Empty when it conforms. A path that
 * the description does not list, such as that of the description itself, may return any success or a failure.
 */
function differencesOf(method: string, path: string, status: number, json: unknown): string[] {
  // The path as it was sent: the URL class would resolve dot segments.
  const pathname = path.replace('/v1beta/', '/v1/').split('?')[0]!
  const route = routes.find(({ matches }) => matches.test(pathname))
  const responses = route && description.paths[route.path]?.[method.toLowerCase()]?.responses
  if (!responses && status === 200) return []
  const steps =
    responses && status === 200
      ? ['paths', route.path, method.toLowerCase(), 'responses', '200', 'content', 'application/json', 'schema']
      : ['components', 'schemas', 'Failure']
  if (responses && responses[status] === undefined)
    return [`${method} ${pathname} is not described to answer ${status}`]
  const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#/${encodeURI(pointer)}` })
  compiled.set(pointer, validate)
  if (validate(json)) return []
  return validate.errors!.map(
    ({ instancePath, message, params }) =>
      `${method} ${pathname} ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}

/** Throws when a JSON answer does not conform to the description. Problem documents are skipped. */
export function mustBeAsDescribed(
  method: string,
  path: string,
  answer: { status: number; headers: Readonly<Record<string, unknown>>; text: string; json: unknown },
): void {
  if (!String(answer.headers['content-type']).startsWith('application/json')) return
  const differences = differencesOf(method, path, answer.status, answer.json)
  if (differences.length > 0)
    throw new Error(`The answer does not conform to the description:\n${differences.join('\n')}\n${answer.text}`)
}

/** Returns the schema with closed objects: one that declares properties allows no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)])) as Json
  return inner.type === 'object' && inner.properties && inner.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner
}
