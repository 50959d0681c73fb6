type Json = { [key: string]: unknown }

const { breakingChanges } = require('../breaking-changes.cjs') as {
  breakingChanges(before: Json, after: Json): string[]
}

/** A small description; each case changes a copy of it. */
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

describe('what breaks clients', () => {
  it.each<[string, (description: Description) => unknown, string]>([
    ['a path is gone', (d) => delete d.paths['/v1/zones/{name}'], 'GET /v1/zones/{name}: is gone'],
    ['a method is gone', (d) => delete d.paths['/v1/zones/{name}']!.put, 'PUT /v1/zones/{name}: is gone'],
    [
      'an operation has another id',
      (d) => (getOf(d).operationId = 'zones.read'),
      'GET /v1/zones/{name}: operationId zones.get is zones.read',
    ],
    [
      'a token is needed',
      (d) => delete (d.paths['/v1/auth/login']!.post as Json).security,
      'POST /v1/auth/login: needs a token',
    ],
    [
      'a parameter is gone',
      (d) => getOf(d).parameters.pop(),
      'GET /v1/zones/{name}: parameter provider is gone',
    ],
    [
      'a parameter becomes required',
      (d) => (getOf(d).parameters[1]!.required = true),
      'GET /v1/zones/{name}: parameter provider is required',
    ],
    [
      'a required parameter is new',
      (d) => getOf(d).parameters.push({ name: 'why', in: 'query', required: true, schema: {} }),
      'GET /v1/zones/{name}: parameter why is new and required',
    ],
    [
      'a parameter takes fewer words',
      (d) => ((getOf(d).parameters[1]!.schema as Json).enum = ['own']),
      'GET /v1/zones/{name}: parameter provider no longer takes other',
    ],
    [
      'a text may be less long',
      (d) => ((getOf(d).parameters[0]!.schema as Json).maxLength = 63),
      'GET /v1/zones/{name}: parameter name has maxLength 63, had 255',
    ],
    [
      'a smaller number is refused',
      (d) => (changeOf(d).properties.ttl!.minimum = 300),
      'PUT /v1/zones/{name}: request.ttl has minimum 300, had 60',
    ],
    [
      'a bound is new',
      (d) => (changeOf(d).properties.names!.maxItems = 3),
      'PUT /v1/zones/{name}: request.names has maxItems 3, had none',
    ],
    [
      'a field of a request is gone',
      (d) => delete changeOf(d).properties.names,
      'PUT /v1/zones/{name}: request.names is gone',
    ],
    [
      'a field of a request becomes required',
      (d) => changeOf(d).required.push('names'),
      'PUT /v1/zones/{name}: request.names is required',
    ],
    [
      'a required field of a request is new',
      (d) => {
        changeOf(d).required.push('why')
        changeOf(d).properties.why = { type: 'string' }
      },
      'PUT /v1/zones/{name}: request.why is new and required',
    ],
    [
      'an entry of a request has another type',
      (d) => (changeOf(d).properties.names!.items = { type: 'integer' }),
      'PUT /v1/zones/{name}: request.names[] was string, is integer',
    ],
    [
      'a pattern is new',
      (d) => ((changeOf(d).properties.names!.items as Json).pattern = '^a'),
      'PUT /v1/zones/{name}: request.names[] has another pattern: ^a',
    ],
    [
      'a branch of a request is gone',
      (d) => (changeOf(d).properties.either!.anyOf as Json[]).pop(),
      'PUT /v1/zones/{name}: request.either: nothing takes the place of {"type":"boolean"}',
    ],
    [
      'a body becomes required',
      (d) => (d.paths['/v1/auth/login']!.post!.requestBody = content({ type: 'object', required: ['username'] })),
      'POST /v1/auth/login: a body is required',
    ],
    [
      'an answer is gone',
      (d) => (getOf(d).responses = {}),
      'GET /v1/zones/{name}: answer 200 is gone',
    ],
    [
      'a field of an answer is gone',
      (d) => delete zoneOf(d).properties.note,
      'GET /v1/zones/{name}: answer.note is gone',
    ],
    [
      'a field of an answer may be absent',
      (d) => zoneOf(d).required.pop(),
      'GET /v1/zones/{name}: answer.type may be absent',
    ],
    [
      'a field of an answer has another type',
      (d) => (zoneOf(d).properties.id = { type: 'string' }),
      'GET /v1/zones/{name}: answer.id was integer, is string',
    ],
    [
      'a field of an answer may be null',
      (d) => (zoneOf(d).properties.note = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
      'GET /v1/zones/{name}: answer.note: nothing takes the place of {"type":"null"}',
    ],
  ])('%s', (_, change, sentence) => {
    expect(changed(change)).toContain(sentence)
  })
})

describe('what breaks nobody', () => {
  it.each<[string, (description: Description) => unknown]>([
    ['nothing changed', () => undefined],
    ['a path is new', (d) => (d.paths['/v1/hosts'] = { get: { operationId: 'hosts.list', responses: {} } })],
    [
      'an optional parameter is new',
      (d) => getOf(d).parameters.push({ name: 'with_records', in: 'query', required: false, schema: {} }),
    ],
    ['a parameter takes more words', (d) => ((getOf(d).parameters[1]!.schema as Json).enum as string[]).push('third')],
    ['a text may be longer', (d) => ((getOf(d).parameters[0]!.schema as Json).maxLength = 1000)],
    ['a smaller number is taken', (d) => (changeOf(d).properties.ttl!.minimum = 1)],
    ['a bound falls', (d) => delete changeOf(d).properties.ttl!.maximum],
    ['a request may hold a new field', (d) => (changeOf(d).properties.why = { type: 'string' })],
    ['a field of a request becomes optional', (d) => changeOf(d).required.pop()],
    ['a whole number may be any number', (d) => (changeOf(d).properties.ttl!.type = 'number')],
    ['a request has a new branch', (d) => (changeOf(d).properties.either!.anyOf as Json[]).push({ type: 'integer' })],
    ['an answer has a new field', (d) => (zoneOf(d).properties.serial = { type: 'integer' })],
    ['a field of an answer is always there', (d) => zoneOf(d).required.push('note')],
    ['an answer says a new word', (d) => (zoneOf(d).properties.type!.enum as string[]).push('hidden')],
    ['an answer drops a branch', (d) => (zoneOf(d).properties.parent!.anyOf as Json[]).pop()],
    [
      'a component has another name',
      (d) => {
        const { schemas } = d.components as { schemas: Record<string, unknown> }
        schemas.DnsZone = schemas.Zone
        getOf(d).responses = { '200': content({ $ref: '#/components/schemas/DnsZone' }) }
      },
    ],
    ['a login needs no token still', (d) => (d.paths['/v1/auth/login']!.post!.summary = 'Log in')],
  ])('%s', (_, change) => {
    expect(changed(change)).toEqual([])
  })
})
