import { login } from '@nameyard/contracts/access/login'
import type { Envelope } from '@nameyard/contracts/envelope'
import type { Fault } from '@nameyard/contracts/errors'
import type { Answer, InputGiven } from '@nameyard/contracts/operation'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { ApiError, NoAnswer } from './api-error'
import { route, type RoutedOperation as Route } from './route'
import { session, type Credentials } from './session'
import { fetchTransport, nodeTransport, type Request } from './transport'

export type ClientOptions = Service & (Credentials | { readonly [Name in keyof Credentials]?: never })

interface Service {
  /** Where the service is: `https://api.example.com`, without the version. */
  readonly baseUrl: string
  /** PEM text of a private authority that signed the service's certificate. */
  readonly ca?: string
  /** Carries the requests in place of node's own client; `ca` has no effect on it. */
  readonly fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  /** The same key again gets the first answer instead of a second order. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** A minute by default: registries may be slow. */
  readonly timeoutMs?: number
}

type Camel<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Words
type Resource<Id> = Id extends `${infer Name}.${string}` ? Camel<Name> : never
type Verb<Id, Of> = Id extends `${infer Name}.${infer Verb}` ? (Camel<Name> extends Of ? Camel<Verb> : never) : never
type Arguments<Given> = object extends Given ? [input?: Given, options?: CallOptions] : [Given, options?: CallOptions]

/** One method per operation, by its id: `domains.create` is `client.domains.create(input)`. */
export type Resources = {
  readonly [Of in Resource<RoutedOperation['id']>]: {
    readonly [O in RoutedOperation as Verb<O['id'], Of>]: (...given: Arguments<InputGiven<O>>) => Promise<Answer<O>>
  }
}

export interface Caller {
  /** Runs any operation and answers the whole envelope, warnings included. */
  call<O extends Route>(operation: O, input: InputGiven<O>, options?: CallOptions): Promise<Envelope<Answer<O>>>
  /** The ids of the operations that the service offers now, read from its OpenAPI description. */
  offered(options?: CallOptions): Promise<ReadonlySet<string>>
}

export type Client = Resources & Caller

/** Code of the envelope for a token that is unknown, expired or switched off. */
const TOKEN_REFUSED = 196

/**
 * A client of the service. Inputs are checked by the service alone; a refusal is thrown as {@link ApiError}, the lack
 * of an answer as {@link NoAnswer}. Only a refused token is tried again, with a new one, and only once.
 */
export function createClient(options: ClientOptions): Client {
  const transport = options.fetch ? fetchTransport(options.fetch) : nodeTransport(options)
  const tokens = session(options, async (username, password) => {
    const answer = await send(login, { username, password }, undefined, {})
    return (answer.data as Answer<typeof login>).token
  })

  function carry(request: Pick<Request, 'method' | 'headers' | 'body'>, target: string, given: CallOptions) {
    const timeout = AbortSignal.timeout(given.timeoutMs ?? 60_000)
    const signal = given.signal ? AbortSignal.any([given.signal, timeout]) : timeout
    return transport({ ...request, url: new URL(target, options.baseUrl), signal })
  }

  async function send(operation: Route, input: object, token: string | undefined, given: CallOptions) {
    const { target, body } = route(operation, input as Record<string, unknown>)
    const headers = {
      accept: 'application/json, application/problem+json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(given.idempotencyKey !== undefined && { 'idempotency-key': given.idempotencyKey }),
    }
    const response = await carry({ method: operation.method, headers, body }, target, given)
    const envelope = readEnvelope(await response.text(), response.status)
    if (envelope.code === 0) return envelope as unknown as Envelope<unknown>
    throw new ApiError(
      envelope.code,
      response.status,
      envelope.desc,
      envelope.errors?.map(({ field, desc }): Fault => ({ path: field, problem: desc })),
      Number(response.headers.get('retry-after')) || undefined,
    )
  }

  async function offered(given: CallOptions = {}) {
    const response = await carry({ method: 'GET', headers: { accept: 'application/json' } }, '/v1/openapi.json', given)
    return readOffer(await response.text(), response.status)
  }

  async function call(operation: Route, input: object, given: CallOptions = {}) {
    if (operation.anonymous) return send(operation, input, undefined, given)
    const token = await tokens.get()
    try {
      return await send(operation, input, token, given)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== TOKEN_REFUSED || token === undefined) throw error
      if (!(await tokens.renewable(token))) throw error
      return send(operation, input, await tokens.get(), given)
    }
  }

  const resources: Record<string, Record<string, unknown>> = {}
  for (const operation of routes) {
    const [resource, verb] = operation.id.split('.').map(camel) as [string, string]
    const methods = (resources[resource] ??= {})
    methods[verb] = async (input: object = {}, given?: CallOptions) => (await call(operation, input, given)).data
  }
  return { ...resources, call, offered } as unknown as Client
}

interface Answered {
  readonly code: number
  readonly desc: string
  readonly errors?: readonly { readonly field: string; readonly desc: string }[]
}

function readEnvelope(text: string, status: number): Answered {
  const parsed = readJson(text) as Partial<Answered> | null | undefined
  if (typeof parsed?.code !== 'number') throw notOfTheService(status)
  return { desc: '', ...parsed } as Answered
}

/** Ids of operations out of an OpenAPI document: `paths`, by method, `operationId`. */
function readOffer(text: string, status: number): ReadonlySet<string> {
  const document = readJson(text) as { paths?: Record<string, Record<string, { operationId?: string }>> } | undefined
  if (!document?.paths) throw notOfTheService(status)
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId))
  return new Set(ids.filter((id) => id !== undefined))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function notOfTheService(status: number): NoAnswer {
  return new NoAnswer(`The answer with HTTP status ${status} is not one of the service`)
}

function camel(words: string): string {
  return words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
