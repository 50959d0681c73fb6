/**
 * Glossary of the wire.
 *
 * - **operation**: a request of ours, with an answer; declared once, here. HTTP route, validation, RPC pattern,
 *   handler type, OpenAPI and assistant tool derive from the declaration.
 * - **command**: a message to one service that must be done, without an answer (`event.ts`).
 * - **event**: something that happened, past tense, for whoever listens (`event.ts`).
 * - **call**: who asks for an operation, until when, under which key.
 * - **refusal**: an expected "no", by the name it has in the catalogue (`errors.ts`).
 */
import { z } from 'zod'
import type { ErrorName } from './errors'
import { withoutNulls } from './primitives/absent'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The services that own data. An operation is handled by the service that owns its data, whatever its path. */
export type ServiceName = 'customers' | 'domains' | 'dns' | 'orders' | 'registry-worker'

/**
 * Who may call: resellers over HTTPS, operators over the admin tool (never mounted on HTTP), services among
 * themselves.
 */
export type Audience = 'reseller' | 'operator' | 'service'

/** What a call does to the account; token scopes and the annotations of assistant tools follow it. */
export type Effect = 'read' | 'write' | 'purchase'

/** A contact person of a reseller who was authenticated at the edge, with the rights of the presented token. */
export interface Actor {
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly scope: readonly Effect[]
}

/** The key under which a request is remembered, and the keyed hash of all of it. */
export interface RepeatKey {
  /** The client's own key, or the request itself where the client gave none. Counts within the account. */
  readonly key: string
  /** Fingerprint of operation and input; the same key with another one is a mistake of the client. */
  readonly request: string
}

/** What a request is known by when it comes again. */
export interface Repeat extends RepeatKey {
  /** The same request under older secrets of the gateways, by which it may be remembered. */
  readonly former?: readonly RepeatKey[]
  /** How long the key stands for this request; milliseconds. */
  readonly lifeMs: number
  /** An order without a key of the client: it is the same one only while its first answer is true (wire rule 20a). */
  readonly isOrder?: boolean
}

/** Everything about a request that is not its input. */
export interface Call {
  readonly correlationId: string
  /** Absent before login and for calls that a service makes in its own name. */
  readonly actor?: Actor
  /** Milliseconds of the Unix clock after which nobody waits for the answer. */
  readonly deadline: number
  /** Set where the request may come twice and must be carried out once. */
  readonly repeat?: Repeat
  /** Address of the client as the edge saw it. */
  readonly address?: string
}

type Shape = z.ZodObject
type Empty = z.ZodObject<Record<never, never>>

export interface Operation<
  Id extends string = string,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly id: Id
  readonly service: ServiceName
  readonly audience: Audience
  readonly effect: Effect
  /** Operations of resellers are reached without a token only when this says so: login. */
  readonly anonymous: boolean
  /** Only operations of resellers have a method and a path. */
  readonly method?: Method
  readonly path?: string
  readonly summary: string
  /**
   * For who decides whether to call: when to use it, what comes back where that is not plain, what it costs and whether
   * it can be undone. Operations of resellers have one.
   */
  readonly description?: string
  /** Whether something is lost that another call does not bring back; asked for by assistants before they call. */
  readonly isDestructive: boolean
  /** Whether the same call again changes nothing more. */
  readonly isIdempotent: boolean
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /**
   * Reads what the handler receives: query, body and path in one object; the path wins where a body repeats it, and
   * null is absent at every depth.
   */
  readonly input: z.ZodType
  readonly result: Answer
  readonly errors: readonly ErrorName[]
  /** The answer holds a secret that is shown once: it is never kept to be given again. */
  readonly isSecret: boolean
  /** One field of the answer is the whole answer for a client whose Accept header names the media type. */
  readonly plainText?: { readonly type: string; readonly field: string }
  /** One field of the body is the whole body of a request whose Content-Type header names the media type. */
  readonly textBody?: { readonly type: string; readonly field: string }
  /** What the operation needs where the usual bounds of the edge are lower: it carries files. */
  readonly needs?: { readonly bodyBytes: number; readonly answerMs: number }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the widest operation; variance leaves no other way
export type AnyOperation = Operation<string, any, any, any, any>

/** Fields of a part of the input; a part without fields says nothing, where zod would say "no field at all". */
type Given<Part extends Shape> = keyof Part['shape'] extends never ? unknown : z.input<Part>
type Read<Part extends Shape> = keyof Part['shape'] extends never ? unknown : z.output<Part>

/** The input a caller may give: before defaults and coercion. */
export type InputGiven<O extends AnyOperation> = Given<O['query']> & Given<O['body']> & Given<O['params']>

/** The input a handler gets: after defaults and coercion. */
export type Input<O extends AnyOperation> = Read<O['query']> & Read<O['body']> & Read<O['params']>

/** What a handler answers; the edge wraps it into the envelope's `data`. */
export type Result<O extends AnyOperation> = z.input<O['result']>

/** What a caller reads as the answer. */
export type Answer<O extends AnyOperation> = z.output<O['result']>

/** What a handler of an operation looks like. */
export type Handler<O extends AnyOperation> = (input: Input<O>, call: Call) => Promise<Result<O>>

interface Declaration<Id extends string, P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType> {
  id: Id
  service: ServiceName
  effect: Effect
  summary: string
  /** By default: changes of what exists and deletions are, additions are not. */
  isDestructive?: boolean
  /** By default: reads, and changes that are not POST. */
  isIdempotent?: boolean
  params?: P
  query?: Q
  body?: B
  result: R
  errors?: readonly ErrorName[]
  isSecret?: boolean
  plainText?: { readonly type: string; readonly field: string }
  textBody?: { readonly type: string; readonly field: string }
  needs?: { readonly bodyBytes: number; readonly answerMs: number }
}

function declare<Id extends string, P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType>(
  declaration: Declaration<Id, P, Q, B, R>,
  door: Pick<Operation, 'audience' | 'anonymous' | 'method' | 'path'>,
): Operation<Id, P, Q, B, R> {
  const params = declaration.params ?? (z.object({}) as unknown as P)
  const query = declaration.query ?? (z.object({}) as unknown as Q)
  const body = declaration.body ?? (z.object({}) as unknown as B)
  return {
    ...declaration,
    ...door,
    params,
    query,
    body,
    input: z.preprocess(withoutNulls, z.object({ ...query.shape, ...body.shape, ...params.shape })),
    errors: declaration.errors ?? [],
    isSecret: declaration.isSecret ?? false,
    isDestructive: declaration.isDestructive ?? (declaration.effect !== 'read' && door.method !== 'POST'),
    isIdempotent: declaration.isIdempotent ?? (declaration.effect === 'read' || door.method !== 'POST'),
  }
}

/** An operation of resellers, which has a route. */
export interface Routed {
  readonly audience: 'reseller'
  readonly method: Method
  readonly path: string
}

/** Declares an operation of resellers: it has a route of the public API. */
export function operation<
  Id extends string,
  R extends z.ZodType,
  P extends Shape = Empty,
  Q extends Shape = Empty,
  B extends Shape = Empty,
>(
  declaration: Declaration<Id, P, Q, B, R> & {
    method: Method
    path: `/v1/${string}`
    description: string
    anonymous?: boolean
  },
): Operation<Id, P, Q, B, R> & Routed {
  const { method, path, anonymous = false, ...rest } = declaration
  const door = { audience: 'reseller', anonymous, method, path } as const
  return { ...declare(rest, door), ...door }
}

/** Declares an operation without a route: for operators (`tools/admin`) or for the services among themselves. */
export function internalOperation<
  Id extends string,
  R extends z.ZodType,
  A extends 'operator' | 'service',
  B extends Shape = Empty,
>(
  declaration: Declaration<Id, Empty, Empty, B, R> & { audience: A },
): Operation<Id, Empty, Empty, B, R> & { readonly audience: A } {
  const { audience, ...rest } = declaration
  return { ...declare(rest, { audience, anonymous: false }), audience }
}
