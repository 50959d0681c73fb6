import type { FastifyInstance } from 'fastify'
import { accountEvents } from '@nameyard/contracts/account-events'
import { errors, type ErrorName } from '@nameyard/contracts/errors'
import { exampleOf } from '@nameyard/contracts/example'
import type { AnyOperation, SchemaNames } from '@nameyard/contracts/operation'
import { queryParameters } from '@nameyard/contracts/primitives/query'
import { approvalsFor } from '@nameyard/contracts/rights'
import { everyRole } from '@nameyard/contracts/roles'
import { EVENT_STREAM, JSON_TYPE, PROBLEM_JSON } from '../http/envelope'
import { jsonSchema, resolve, type Json } from './component-schemas'
import {
  API_VERSION,
  approvalHeader,
  envelopes,
  headers,
  idempotencyKey,
  introduction,
  passedInstallations,
  streamParameters,
  successFields,
  webhookHeaders,
} from './envelope-schemas'
import { describeEvents, type EventDescription } from './event-types'
import { failureExamples } from './failure-examples'
import { tagOf, tagsOf } from './tags'

/** Refusals that every operation can answer with, in addition to those it lists. */
export const anyOperation = [
  'invalid_input',
  'malformed_json',
  'body_too_large',
  'idempotency_key_reused',
  'request_in_progress',
  'rate_limited',
  'service_unavailable',
  'internal_error',
] as const

/** Refusals of all operations that need a token. */
export const withToken = [
  'authentication_failed',
  'access_denied',
  'scope_insufficient',
  'role_insufficient',
  'key_limits_operation',
] as const

/** The OpenAPI 3.1 description of the given operations; everything in it comes from their declarations. */
export function openApi(operations: readonly AnyOperation[]): Json {
  const components = new Map<string, Json>(Object.entries(envelopes))
  const paths: Record<string, Json> = {}
  for (const operation of [...operations].sort((a, b) => (a.path! < b.path! ? -1 : 1))) {
    const path = operation.path!.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method!.toLowerCase()]: describe(operation, components) }
  }
  const webhooks = Object.fromEntries(
    describeEvents(accountEvents, components).map((event) => [event.type, { post: webhook(event) }]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nameyard',
      version: API_VERSION,
      description: introduction,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    ...tagsOf(operations),
    paths,
    webhooks,
    components: {
      examples: examplesOf(operations),
      headers,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'From `access.login`.' } },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

/**
 * Serves the description without a login; it contains no secrets. It is made at the first request: that takes a quarter
 * of a second, which most starts need not spend.
 */
export function mountOpenApi(http: FastifyInstance, operations: readonly AnyOperation[]): void {
  let document: string | undefined
  for (const url of ['/v1/openapi.json', '/v1beta/openapi.json']) {
    http.get(url, (_, reply) => {
      document ??= JSON.stringify(openApi(operations))
      void reply.header('content-type', JSON_TYPE).send(document)
    })
  }
}

/** The request that an endpoint of the reseller gets for an event. */
function webhook({ type, summary, schema, example }: EventDescription): Json {
  return {
    operationId: `webhook.${type}`,
    summary: type,
    description: summary,
    security: [],
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { usual: { value: example } } } },
    },
    responses: { '2XX': { description: 'The event has arrived. Any other answer is a failure: it is sent again.' } },
  }
}

function describe(operation: AnyOperation, components: Map<string, Json>): Json {
  const hasBody = Object.keys(operation.body.shape).length > 0
  return {
    operationId: operation.id,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: operation.anonymous ? operation.description : `${operation.description} ${rolesOf(operation)}`,
    ...(operation.anonymous ? { security: [] } : { 'x-roles': operation.roles }),
    parameters: [
      ...pathParameters(operation, components),
      ...flatQuery(operation, components),
      ...(operation.isStreamed ? streamParameters : []),
      ...(takesKey(operation) ? [idempotencyKey] : []),
      ...(takesApproval(operation) ? [approvalHeader] : []),
      ...(operation.errors.some((name) => name === 'order_loop') ? [passedInstallations] : []),
    ],
    ...(hasBody && {
      requestBody: {
        required: true,
        content: {
          'application/json': request(operation, components),
          ...(operation.textBody && { [operation.textBody.type]: { schema: { type: 'string' } } }),
        },
      },
    }),
    responses: { '200': success(operation, components), ...failures(operation) },
  }
}

/** Who may call an operation, in words. */
function rolesOf({ roles }: AnyOperation): string {
  return roles.length === everyRole.length ? 'Open to every role.' : `Open to the roles ${roles.join(', ')}.`
}

function request(operation: AnyOperation, components: Map<string, Json>): Json {
  const schema = named(schemaNamesOf(operation).request, jsonSchema(operation.body, components), components)
  const value = operation.example ?? exampleOf(schema, (given) => resolve(given, components))
  return { schema, examples: { usual: { value } } }
}

function success(operation: AnyOperation, components: Map<string, Json>): Json {
  const data = jsonSchema(operation.result, components)
  const envelope = {
    type: 'object',
    required: ['code', 'data', 'desc', 'maintenance', 'warnings'],
    properties: {
      code: successFields.code,
      data: { description: 'Result of the operation.', ...data },
      desc: successFields.desc,
      maintenance: successFields.maintenance,
      warnings: successFields.warnings,
    },
  }
  const schema = named(schemaNamesOf(operation).response, envelope, components)
  const example = exampleOf(data, (given) => resolve(given, components))
  const value = { code: 0, data: example, desc: '', maintenance: false, warnings: [] }
  return {
    description: 'Success.',
    ...withHeaders(operation, 200),
    content: {
      'application/json': { schema, examples: { usual: { value } } },
      ...(operation.plainText && { [operation.plainText.type]: { schema: { type: 'string' } } }),
      ...(operation.isStreamed && { [EVENT_STREAM]: { schema: { type: 'string' } } }),
    },
  }
}

/** The names of an operation's schemas: those it declares, otherwise derived from its id. */
function schemaNamesOf({ id, schemas }: AnyOperation): Required<SchemaNames> {
  const stem = id.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())
  return { request: `${stem}Request`, response: `${stem}Response`, ...schemas }
}

/** Adds a schema to the components. Two operations may share a name only for the same schema. */
function named(name: string, schema: Json, components: Map<string, Json>): Json {
  const there = components.get(name)
  if (there && JSON.stringify(there) !== JSON.stringify(schema)) throw new Error(`${name} is the name of two schemas.`)
  components.set(name, schema)
  return { $ref: `#/components/schemas/${name}` }
}

/** The refusals that an operation may answer with. */
export function refusalsOf(operation: AnyOperation): ReadonlySet<ErrorName> {
  return new Set<ErrorName>([
    ...operation.errors,
    ...anyOperation,
    // A path that cannot be decoded, such as `%` for a name.
    ...(Object.keys(operation.params.shape).length > 0 ? (['route_not_found'] as const) : []),
    ...(operation.anonymous ? [] : withToken),
    ...(operation.isForPeople && !operation.anonymous ? (['person_needed'] as const) : []),
    ...(takesApproval(operation) ? (['approval_needed', 'approval_unusable'] as const) : []),
  ])
}

/** Suffix of the names of examples that are problem documents. */
const PROBLEM = '_problem'

/** An example of each refusal, in both forms. */
function examplesOf(operations: readonly AnyOperation[]): Json {
  const names = [...new Set(operations.flatMap((operation) => [...refusalsOf(operation)]))].sort()
  return Object.fromEntries(
    names.flatMap((name) => {
      const [plain, problem] = failureExamples(name)
      return [[name, plain] as const, [`${name}${PROBLEM}`, problem] as const]
    }),
  )
}

function exampleRefs(refusals: readonly ErrorName[], form: string): Json {
  return Object.fromEntries(refusals.map((name) => [name, { $ref: `#/components/examples/${name}${form}` }]))
}

/** Whether an operation accepts an `Idempotency-Key`. Reads need none; answers with secrets are not stored. */
function takesKey({ effect, anonymous, isSecret }: AnyOperation): boolean {
  return effect !== 'read' && !anonymous && !isSecret
}

/** Whether an API key may need the approval of a person for an operation. */
function takesApproval(operation: AnyOperation): boolean {
  return !operation.isForPeople && approvalsFor(operation).length > 0
}

/** One response for each status, with its refusals. */
function failures(operation: AnyOperation): Json {
  const names = refusalsOf(operation)
  const byStatus = new Map<number, ErrorName[]>()
  for (const name of names) byStatus.set(errors[name].http, [...(byStatus.get(errors[name].http) ?? []), name])
  return Object.fromEntries(
    [...byStatus].map(([status, refusals]) => [
      String(status),
      {
        description: refusals
          .map((name) => `${errors[name].code} \`${name}\`: ${errors[name].desc}`)
          .sort()
          .join('\n'),
        ...withHeaders(operation, status),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Failure' }, examples: exampleRefs(refusals, '') },
          [PROBLEM_JSON]: {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: exampleRefs(refusals, PROBLEM),
          },
        },
      },
    ]),
  )
}

function pathParameters(operation: AnyOperation, components: Map<string, Json>): Json[] {
  const { properties = {} } = jsonSchema(operation.params, components) as { properties?: Record<string, Json> }
  return Object.entries(properties).map(([name, schema]) => described({ name, in: 'path', required: true }, schema))
}

/** Query parameters by the flat, dotted names they have in a URL. */
function flatQuery(operation: AnyOperation, components: Map<string, Json>): Json[] {
  const whole = jsonSchema(operation.query, components)
  return [...queryParameters(operation.query)].map(([name, { path }]) => {
    let schema = whole
    let required = true
    for (const step of path) {
      const holder = resolve(schema, components) as { properties: Record<string, Json>; required?: string[] }
      required &&= holder.required?.includes(step) ?? false
      schema = holder.properties[step]!
    }
    return described({ name, in: 'query', required }, schema)
  })
}

/** Moves the description of a schema to its parameter, where tools look for it. */
function described(parameter: Json, { description, ...schema }: Json): Json {
  return { ...parameter, ...(description !== undefined && { description }), schema }
}

/** Additional headers of an answer. The rate limit is included once the account is known. */
function withHeaders(operation: AnyOperation, status: number): Json {
  const names = [
    ...(status === 200 && takesKey(operation) ? ['Idempotency-Replayed'] : []),
    ...(operation.anonymous || status === 401 ? [] : ['RateLimit', 'RateLimit-Policy']),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    'X-Request-Id',
  ]
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
}
