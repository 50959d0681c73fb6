type Json = { [key: string]: unknown }

const { breakingChanges } = require('../breaking-changes.cjs') as {
  breakingChanges(before: Json, after: Json): string[]
}

/** A small OpenAPI description. Each case changes a copy of it. */
const description = () => ({
  paths: {
    '/v1/zones/{name}': {
      get: {
        operationId: 'zones.get',
        parameters: [
          { name: 'name', in: 'path', required: true, schema: { type: 'string', maxLength: 255 } as Json },
          { name: 'provider', in: 'query', required: false, schema: { type: 'string', enum: ['own', 'other'] } as Json },
        ],
        responses: { '200': content({ $ref: '#/components/schemas/Zone' }) } as Json,
      } as Json & { parameters: Json[] },
      put: {
        operationId: 'zones.update',
        parameters: [] as Json[],
        requestBody: { required: true, ...content({ $ref: '#/components/schemas/Change' }) } as Json,
        responses: { '200': content({ type: 'object' }) } as Json,
      } as Json | undefined,
    } as Record<string, Json | undefined>,
    '/v1/auth/login': {
      post: { operationId: 'login', security: [] as Json[] | undefined, responses: {} as Json },
    } as Record<string, Json | undefined>,
  } as Record<string, Record<string, Json | undefined>>,
  security: [{ token: [] }],
  components: {
    schemas: {
      Zone: {
        type: 'object',
        required: ['id', 'type'],
        properties: {
          id: { type: 'integer' },
          type: { type: 'string', enum: ['master', 'slave'] },
          parent: { anyOf: [{ $ref: '#/components/schemas/Zone' }, { type: 'null' }] },
          note: { type: 'string' },
        } as Record<string, Json>,
      },
      Change: {
        type: 'object',
        required: ['ttl'],
        properties: {
          ttl: { type: 'integer', minimum: 60, maximum: 604_800 },
          names: { type: 'array', items: { type: 'string' } },
          either: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
        } as Record<string, Json>,
      },
    },
  },
})

function content(schema: Json): Json {
  return { content: { 'application/json': { schema } } }
}

type Description = ReturnType<typeof description>

const zoneOf = ({ components }: Description) => components.schemas.Zone
const changeOf = ({ components }: Description) => components.schemas.Change
const getOf = ({ paths }: Description) => paths['/v1/zones/{name}']!.get as Json & { parameters: Json[] }

function changed(change: (description: Description) => unknown): string[] {
  const after = description()
  change(after)
  return breakingChanges(description() as unknown as Json, after as unknown as Json)
}

describe('reports a breaking change when', () => {
  it.each<[string, (description: Description) => unknown, string]>([
    ['a path is removed', (d) => delete d.paths['/v1/zones/{name}'], 'GET /v1/zones/{name}: was removed'],
    ['a method is removed', (d) => delete d.paths['/v1/zones/{name}']!.put, 'PUT /v1/zones/{name}: was removed'],
    [
      'an operation has another id',
      (d) => (getOf(d).operationId = 'zones.read'),
      'GET /v1/zones/{name}: operationId zones.get is zones.read',
    ],
    [
      'an open operation requires a token',
      (d) => delete (d.paths['/v1/auth/login']!.post as Json).security,
      'POST /v1/auth/login: needs a token',
    ],
    [
      'a parameter is removed',
      (d) => getOf(d).parameters.pop(),
      'GET /v1/zones/{name}: parameter provider was removed',
    ],
    [
      'a parameter becomes required',
      (d) => (getOf(d).parameters[1]!.required = true),
      'GET /v1/zones/{name}: parameter provider is required',
    ],
    [
      'a required parameter is added',
      (d) => getOf(d).parameters.push({ name: 'why', in: 'query', required: true, schema: {} }),
      'GET /v1/zones/{name}: parameter why is new and required',
    ],
    [
      'a parameter accepts fewer values',
      (d) => ((getOf(d).parameters[1]!.schema as Json).enum = ['own']),
      'GET /v1/zones/{name}: parameter provider no longer accepts other',
    ],
    [
      'a text must be shorter',
      (d) => ((getOf(d).parameters[0]!.schema as Json).maxLength = 63),
      'GET /v1/zones/{name}: parameter name has maxLength 63, had 255',
    ],
    [
      'a minimum is raised',
      (d) => (changeOf(d).properties.ttl!.minimum = 300),
      'PUT /v1/zones/{name}: request.ttl has minimum 300, had 60',
    ],
    [
      'a bound is added',
      (d) => (changeOf(d).properties.names!.maxItems = 3),
      'PUT /v1/zones/{name}: request.names has maxItems 3, had none',
    ],
    [
      'a field of a request is removed',
      (d) => delete changeOf(d).properties.names,
      'PUT /v1/zones/{name}: request.names was removed',
    ],
    [
      'a field of a request becomes required',
      (d) => changeOf(d).required.push('names'),
      'PUT /v1/zones/{name}: request.names is required',
    ],
    [
      'a required field of a request is added',
      (d) => {
        changeOf(d).required.push('why')
        changeOf(d).properties.why = { type: 'string' }
      },
      'PUT /v1/zones/{name}: request.why is new and required',
    ],
    [
      'an entry of a list has another type',
      (d) => (changeOf(d).properties.names!.items = { type: 'integer' }),
      'PUT /v1/zones/{name}: request.names[] was string, is integer',
    ],
    [
      'a pattern is added',
      (d) => ((changeOf(d).properties.names!.items as Json).pattern = '^a'),
      'PUT /v1/zones/{name}: request.names[] has a new pattern: ^a',
    ],
    [
      'a branch of a request is removed',
      (d) => (changeOf(d).properties.either!.anyOf as Json[]).pop(),
      'PUT /v1/zones/{name}: request.either: no branch covers {"type":"boolean"}',
    ],
    [
      'a body becomes required',
      (d) => (d.paths['/v1/auth/login']!.post!.requestBody = content({ type: 'object', required: ['username'] })),
      'POST /v1/auth/login: a body is required',
    ],
    [
      'a response is removed',
      (d) => (getOf(d).responses = {}),
      'GET /v1/zones/{name}: response 200 was removed',
    ],
    [
      'a field of a response is removed',
      (d) => delete zoneOf(d).properties.note,
      'GET /v1/zones/{name}: response.note was removed',
    ],
    [
      'a field of a response may be absent',
      (d) => zoneOf(d).required.pop(),
      'GET /v1/zones/{name}: response.type may be absent',
    ],
    [
      'a field of a response has another type',
      (d) => (zoneOf(d).properties.id = { type: 'string' }),
      'GET /v1/zones/{name}: response.id was integer, is string',
    ],
    [
      'a field of a response may be null',
      (d) => (zoneOf(d).properties.note = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
      'GET /v1/zones/{name}: response.note: no branch covers {"type":"null"}',
    ],
  ])('%s', (_, change, sentence) => {
    expect(changed(change)).toContain(sentence)
  })
})

describe('reports nothing when', () => {
  it.each<[string, (description: Description) => unknown]>([
    ['nothing changed', () => undefined],
    ['a path is added', (d) => (d.paths['/v1/hosts'] = { get: { operationId: 'hosts.list', responses: {} } })],
    [
      'an optional parameter is added',
      (d) => getOf(d).parameters.push({ name: 'with_records', in: 'query', required: false, schema: {} }),
    ],
    ['a parameter accepts more values', (d) => ((getOf(d).parameters[1]!.schema as Json).enum as string[]).push('third')],
    ['a text may be longer', (d) => ((getOf(d).parameters[0]!.schema as Json).maxLength = 1000)],
    ['a minimum is lowered', (d) => (changeOf(d).properties.ttl!.minimum = 1)],
    ['a bound is removed', (d) => delete changeOf(d).properties.ttl!.maximum],
    ['an optional field of a request is added', (d) => (changeOf(d).properties.why = { type: 'string' })],
    ['a field of a request becomes optional', (d) => changeOf(d).required.pop()],
    ['a whole number may be any number', (d) => (changeOf(d).properties.ttl!.type = 'number')],
    ['a branch of a request is added', (d) => (changeOf(d).properties.either!.anyOf as Json[]).push({ type: 'integer' })],
    ['a field of a response is added', (d) => (zoneOf(d).properties.serial = { type: 'integer' })],
    ['a field of a response becomes required', (d) => zoneOf(d).required.push('note')],
    ['a list in a response has a new value', (d) => (zoneOf(d).properties.type!.enum as string[]).push('hidden')],
    ['a response loses a branch', (d) => (zoneOf(d).properties.parent!.anyOf as Json[]).pop()],
    [
      'a component is renamed',
      (d) => {
        const { schemas } = d.components as { schemas: Record<string, unknown> }
        schemas.DnsZone = schemas.Zone
        getOf(d).responses = { '200': content({ $ref: '#/components/schemas/DnsZone' }) }
      },
    ],
    ['only a summary changes', (d) => (d.paths['/v1/auth/login']!.post!.summary = 'Log in')],
  ])('%s', (_, change) => {
    expect(changed(change)).toEqual([])
  })
})
