import { execFileSync } from 'node:child_process'
import { routes } from '@nameyard/contracts/operations'
import { openApi } from './openapi'

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Content = Record<string, { schema: Schema; examples?: Record<string, { $ref?: string; value?: unknown }> }>
interface Described {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content; headers?: Record<string, { $ref: string }> }>
}

const document = openApi(routes) as unknown as {
  info: { description: string }
  tags: { name: string; description: string }[]
  'x-tagGroups': { tags: string[] }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; examples: Record<string, { value: { desc: string } }> }
}
const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** Yields every field of a schema with the component or operation that it belongs to; each component once. */
function* fieldsOf(owner: string, schema: Schema, seen: Set<string>): Generator<[path: string, field: Schema]> {
  if (schema.$ref) {
    const component = schema.$ref.slice('#/components/schemas/'.length)
    if (seen.has(component)) return
    seen.add(component)
    return yield* fieldsOf(component, document.components.schemas[component]!, seen)
  }
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  for (const [name, field] of Object.entries(properties)) {
    yield [`${owner}.${name}`, field]
    yield* fieldsOf(`${owner}.${name}`, field, seen)
  }
  const inner = [items, additionalProperties, ...anyOf, ...oneOf, ...allOf]
  for (const each of inner) if (typeof each === 'object') yield* fieldsOf(`${owner}[]`, each, seen)
}

function* described(): Generator<[path: string, description: string | undefined]> {
  const seen = new Set<string>()
  for (const { operationId, parameters, requestBody, responses } of all) {
    for (const { name, description } of parameters) yield [`${operationId} ${name}`, description]
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
    for (const { schema } of contents.flatMap((content) => Object.values(content ?? {})))
      for (const [path, field] of fieldsOf(operationId, schema, seen)) {
        const component = field.$ref && document.components.schemas[field.$ref.slice('#/components/schemas/'.length)]
        yield [path, field.description ?? (component ? component.description : undefined)]
      }
  }
}

/** Words that say nothing about a field beyond its name. */
const fillers = new Set('a an the of its this that is are field value text number string object'.split(' '))
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))

/** Whether a description only repeats the words of the field's name. */
function isRepetition(path: string, description: string): boolean {
  const name = new Set(wordsOf(path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(' ')) + 1)))
  return wordsOf(description).every((word) => name.has(word) || name.has(word.replace(/s$/, '')))
}

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1', () => {
    const script = `
      import { text } from 'node:stream/consumers'
      import { Validator } from '@seriousme/openapi-schema-validator'
      const validator = new Validator()
      const { valid, errors } = await validator.validate(JSON.parse(await text(process.stdin)))
      process.stdout.write(JSON.stringify({ version: validator.version, valid, errors }))`
    const checked = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: __dirname,
      input: JSON.stringify(document),
      encoding: 'utf8',
    })
    expect(JSON.parse(checked)).toEqual({ version: '3.1', valid: true })
  })

  it('describes every parameter, request field and response field', () => {
    const missing = [...described()].filter(([, description]) => (description ?? '').trim() === '')
    expect(missing.map(([path]) => path)).toEqual([])
  })

  it('describes each field with more than the words of its name', () => {
    const repeated = [...described()].filter(([path, description]) => isRepetition(path, description ?? ''))
    expect(repeated).toEqual([])
    expect(isRepetition('Domain.owner_handle', 'The owner handle.')).toBe(true)
    expect(isRepetition('domains.get id', 'Id of this field')).toBe(true)
    expect(isRepetition('Domain.owner_handle', 'Handle of the registrant.')).toBe(false)
  })

  it('describes every tag and lists each tag in one section', () => {
    const used = new Set(all.flatMap(({ tags }) => tags))
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(used)
    expect(document['x-tagGroups'].flatMap(({ tags }) => tags).sort()).toEqual([...used].sort())
    expect(document.tags.filter(({ description }) => description.length < 20)).toEqual([])
  })

  it('has an example answer for every failure', () => {
    const open: unknown[] = []
    for (const { operationId, responses } of all)
      for (const [status, { content }] of Object.entries(responses))
        for (const [type, { examples = {} }] of Object.entries(content)) {
          if (status === '200' && type !== 'application/json') continue
          if (Object.keys(examples).length === 0) open.push([operationId, status, type])
        }
    expect(open).toEqual([])
    const examples = Object.entries(document.components.examples)
    const unfilled = examples.filter(([, { value }]) => /[{}]|undefined/.test(value.desc))
    expect(unfilled).toEqual([])
    const plain = examples.filter(([name]) => !name.endsWith('_problem'))
    expect(plain.filter(([, { value }]) => JSON.stringify(value).length > 120)).toEqual([])
  })

  it('offers Idempotency-Key with every change except login and changes that return secrets', () => {
    const withKey = all.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    const changes = routes.filter(({ effect, anonymous, isSecret }) => effect !== 'read' && !anonymous && !isSecret)
    expect(withKey.map(({ operationId }) => operationId).sort()).toEqual(changes.map(({ id }) => id).sort())
  })

  it('declares the X-Request-Id header for every answer', () => {
    const without = all.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, { headers }]) => !headers?.['X-Request-Id'])
        .map(([status]) => [operationId, status]),
    )
    expect(without).toEqual([])
  })
})
