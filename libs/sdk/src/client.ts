import { login } from '@nameyard/contracts/access/login'
import type { Envelope } from '@nameyard/contracts/envelope'
import type { Answer, InputGiven } from '@nameyard/contracts/operation'
import { routes } from '@nameyard/contracts/operations'
import { ApiError, NoAnswer, type InputFault, type RefusedOrder } from './api-error'
import type { CallOptions } from './call-options'
import { each } from './each'
import { persistently, unlessAbandoned } from './persistently'
import type { Resources } from './resources'
import { route, type RoutedOperation as Route } from './route'
import { session, type Credentials } from './session'
import { waitUntilSettled, type Settlement } from './settlement'
import { transportOf, type Request } from './transport'

export { ApiError, InvalidInput, NoAnswer, NotSettled } from './api-error'
export type { CallOptions } from './call-options'
export type * from './resources'

export type ClientOptions = Service & (Credentials | { readonly [Name in keyof Credentials]?: never })

interface Service {
  /** Address of the service without the version: `https://api.example.com`. */
  readonly baseUrl: string
  /** PEM text of a private certificate authority of the service. */
  readonly ca?: string
  /** Sends the requests. By default Node's HTTP client or, elsewhere, the global `fetch`. `ca` has no effect on it. */
  readonly fetch?: typeof globalThis.fetch
}

export interface Caller {
  /** Runs any operation and returns the whole envelope, including warnings. */
  call<O extends Route>(operation: O, input: InputGiven<O>, options?: CallOptions): Promise<Envelope<Answer<O>>>
  /** The OpenAPI description of the service. */
  description(options?: CallOptions): Promise<Description>
  /** The ids of the operations that the service offers now, read from its description. */
  offered(options?: CallOptions): Promise<ReadonlySet<string>>
}

export type Client = Resources & Caller & { readonly domains: Settlement }

/** Code of the envelope for a token that is unknown, expired or switched off. */
const TOKEN_REFUSED = 196

/**
 * Creates a client of the service. Only the service validates inputs. A refusal is thrown as {@link ApiError}, a missing
 * answer as {@link NoAnswer}. A call without an answer is repeated with the same idempotency key, so that nothing is done
 * twice. A refused token is replaced once.
 */
export function createClient(options: ClientOptions): Client {
  const transport = transportOf(options)
  const tokens = session(options, async (credentials) => {
    const answer = await send(login, credentials, undefined, {})
    return (answer.data as Answer<typeof login>).token
  })

  function carry(request: Pick<Request, 'method' | 'headers' | 'body'>, target: string, given: CallOptions) {
    return transport({ ...request, url: new URL(target, options.baseUrl), signal: limited(given) })
  }

  async function send(operation: Route, input: object, token: string | undefined, given: CallOptions) {
    const { target, body } = route(operation, input as Record<string, unknown>)
    const headers = {
      ...given.headers,
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
      envelope.errors?.map(({ field, code, desc }): InputFault => ({ path: field, problem: desc, code })),
      Number(response.headers.get('retry-after')) || undefined,
      orderOf(envelope),
    )
  }

  async function description(given: CallOptions = {}) {
    const response = await carry({ method: 'GET', headers: { accept: 'application/json' } }, '/v1/openapi.json', given)
    const document = readJson(await response.text()) as Description | null | undefined
    if (!document?.paths) throw notOfTheService(response.status)
    return document
  }

  async function offered(given: CallOptions = {}) {
    return offeredIn(await description(given))
  }

  function call(operation: Route, input: object, given: CallOptions = {}) {
    const { timeoutMs = ENOUGH_MS, idempotencyKey = keyFor(operation), headers, isSentOnce = false } = given
    const signal = limited(given)
    const options = {
      signal,
      timeoutMs,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(headers && { headers }),
    }
    const attempt = () => authorized(operation, input, options)
    return isSentOnce ? attempt() : persistently(attempt, options)
  }

  async function authorized(operation: Route, input: object, given: CallOptions & { readonly signal: AbortSignal }) {
    if (operation.anonymous) return send(operation, input, undefined, given)
    const token = await unlessAbandoned(tokens.get(), given.signal)
    try {
      return await send(operation, input, token, given)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== TOKEN_REFUSED || token === undefined) throw error
      if (!(await tokens.renewable(token))) throw error
      return send(operation, input, await unlessAbandoned(tokens.get(), given.signal), given)
    }
  }

  const resources: Record<string, Record<string, unknown>> = {}
  for (const operation of routes) {
    const [resource, verb] = operation.id.split('.').map(camel) as [string, string]
    const methods = (resources[resource] ??= {})
    methods[verb] = async (input: object = {}, given?: CallOptions) => (await call(operation, input, given)).data
    if (verb === 'list' && isPaged(operation))
      methods.each = (input?: object, given?: CallOptions) => each(methods.list as never, input, given)
  }
  resources.domains = { ...resources.domains, waitUntilSettled: waitUntilSettled(resources.domains!.get as never) }
  return { ...resources, call, description, offered } as unknown as Client
}

const ENOUGH_MS = 60_000

/** The longest delay of timers; with a longer one they fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** The idempotency key of a change; reads need none. */
function keyFor({ effect }: Route): string | undefined {
  return effect === 'read' ? undefined : globalThis.crypto.randomUUID()
}

function isPaged({ result }: Route): boolean {
  return 'shape' in result && Object.hasOwn(result.shape as object, 'total')
}

function limited({ signal, timeoutMs = ENOUGH_MS }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(Math.min(Math.ceil(timeoutMs), LONGEST_MS))
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

/** The part of an OpenAPI document that the client reads: operations by path and method. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
}

/** The ids of the operations that a description offers. */
export function offeredIn({ paths }: Description): ReadonlySet<string> {
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId))
  return new Set(ids.filter((id) => id !== undefined))
}

interface Answered {
  readonly code: number
  readonly desc: string
  readonly errors?: readonly { readonly field: string; readonly code: number; readonly desc: string }[]
  readonly domain_id?: number
  readonly operation_id?: string
  readonly registry?: RefusedOrder['registry']
}

function orderOf({ domain_id: domainId, operation_id: operationId, registry }: Answered): RefusedOrder {
  return {
    ...(domainId !== undefined && { domainId }),
    ...(operationId !== undefined && { operationId }),
    ...(registry && { registry }),
  }
}

function readEnvelope(text: string, status: number): Answered {
  const parsed = readJson(text) as Partial<Answered> | null | undefined
  if (typeof parsed?.code !== 'number') throw notOfTheService(status)
  return { desc: '', ...parsed } as Answered
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
