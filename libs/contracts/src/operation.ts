/**
 * Glossary of the wire.
 *
 * - **operation**: a request with an answer, declared once. HTTP route, validation, RPC pattern, handler type, OpenAPI and
 *   assistant tool derive from the declaration.
 * - **command**: a task for one service, without an answer (`event.ts`).
 * - **event**: something that happened, for all subscribers (`event.ts`).
 * - **call**: the caller of an operation, its deadline and its idempotency key.
 * - **refusal**: an expected "no", by the name it has in the catalogue (`errors.ts`).
 */
import { z } from 'zod'
import type { AssistantProfile } from './assistants/profile-names'
import type { ErrorName } from './errors'
import { withoutNulls } from './primitives/absent'
import { everyRole, type Role } from './roles'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The services that own data. */
export const services = ['customers', 'dns', 'domains', 'events', 'orders', 'registry-worker'] as const

/** One of the services. An operation is handled by the service that owns its data, whatever its path. */
export type ServiceName = (typeof services)[number]

/**
 * Who may call: resellers over HTTPS, operators over the admin tool (never mounted on HTTP), services among
 * themselves.
 */
export type Audience = 'reseller' | 'operator' | 'service'

/** The programs that send requests. */
export type Caller = ServiceName | 'gateway' | 'admin'

/** Effect of a call on the account; token scopes and the annotations of assistant tools derive from it. */
export type Effect = 'read' | 'write' | 'purchase'

/** What a token may do: effects of calls, and `transfer-codes` to see, set and use the auth codes of its domains. */
export type Right = Effect | 'transfer-codes'

/** The objects that an API key is limited to. It sees and changes no other object of the account. */
export interface ObjectLimits {
  /** Domain names, lower case with A-labels. */
  readonly domains: readonly string[]
  /** Names of zones, lower case with A-labels. */
  readonly zones: readonly string[]
  /** Owner names of records, relative to the zone; `@` is its apex and `*` any characters. Absent: all. */
  readonly recordNames?: readonly string[]
  /** Mnemonics of record types, such as TXT. Absent: all. */
  readonly recordTypes?: readonly string[]
}

/** What the orders of an API key or an assistant may cost, in the currency of the account. Days and months are in UTC. */
export interface SpendLimits {
  readonly perDay?: number
  readonly perMonth?: number
}

/** Which calls of an API key or an assistant a person must approve first. Destructive: what another call cannot restore. */
export type ApprovalDemand = 'purchases' | 'purchases-and-destructive'

/** An authenticated contact person, with the rights of the token or API key. */
export interface Actor {
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly scope: readonly Right[]
  readonly role: Role
  /** Whether the account has switched the table of roles on. Without it, it limits only the management of people and keys. */
  readonly enforcesRoles?: boolean
  /** Address or CIDR range to which the token is bound. */
  readonly boundTo?: string
  /** Number of the API key in use. */
  readonly keyId?: number
  /** Number of the assistant's access in use. No API key has the same number. */
  readonly assistantId?: number
  /** Whether the credential is an API key or the access of an assistant with any limit. */
  readonly isLimited?: boolean
  readonly limits?: ObjectLimits
  readonly spend?: SpendLimits
  /** Which calls of the API key or assistant a person must approve. Absent: none. */
  readonly approval?: ApprovalDemand
  /** The profile of an assistant to which the person has given access. It does nothing that is only for people. */
  readonly profile?: AssistantProfile
}

/** The key under which a request is stored, and a keyed hash of the whole request. */
export interface RepeatKey {
  /** The client's Idempotency-Key, or a hash of the request if there is none. Unique within the account. */
  readonly key: string
  /** Fingerprint of operation and input. The same key with another fingerprint is an error of the client. */
  readonly request: string
  /** The key that encrypts the stored answer: 32 octets in base64url. Derived from the request and never stored. */
  readonly seal: string
}

/** How a repeated request is recognized. */
export interface Repeat extends RepeatKey {
  /** The keys of the same request under older gateway secrets. */
  readonly former?: readonly RepeatKey[]
  /** How long the key is valid, in milliseconds. */
  readonly lifeMs: number
  /** An order without a client key: it counts as repeated only while its first answer is still true (wire rule 20a). */
  readonly isOrder?: boolean
}

/** Everything about a request that is not its input. */
export interface Call {
  readonly correlationId: string
  /** The `traceparent` of the step that asks, if the installation traces requests. */
  readonly trace?: string | undefined
  /**
   * Absent before login and for calls that a service makes in its own name. It is not sent: a receiver reads it from the
   * signed statement.
   */
  readonly actor?: Actor
  /** The signed statement about the actor, which services pass on unchanged. It is worth nothing after the deadline. */
  readonly statement?: string
  /** Unix time in milliseconds after which the caller no longer waits for the answer. */
  readonly deadline: number
  /** Set if the request may be repeated and must be carried out once. */
  readonly repeat?: Repeat
  /** Address of the client as the gateway saw it. */
  readonly address?: string
  /** The operator, under the user name that the broker has checked. It is not sent: a receiver reads it from the broker. */
  readonly operator?: string
  /** First digits of the hash of the login token in use. Set by the gateway for operations of the customers service. */
  readonly session?: string
  /** Number of the approval of a person, which the gateway has used up for this call. */
  readonly approval?: number
  /** The installations that the request has passed, if it comes from one that resells this one. */
  readonly passed?: readonly string[]
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
  /** The programs that may ask for an operation of services; no other does. */
  readonly callers?: readonly Caller[]
  readonly effect: Effect
  /** The rights that a token needs for the operation: that of the effect, and `transfer-codes` where it is declared. */
  readonly rights: readonly Right[]
  /** The roles of contacts that may call it, once the account has switched the table of roles on. */
  readonly roles: readonly Role[]
  /** Whether an operation of resellers needs no token: login, and the reset of a password. */
  readonly anonymous: boolean
  /** Only operations of resellers have a method and a path. */
  readonly method?: Method
  readonly path?: string
  readonly summary: string
  /**
   * Helps a caller to decide: when to use the operation, what it returns if that is not obvious, what it costs, and
   * whether it can be undone. Operations of resellers have one.
   */
  readonly description?: string
  /** Whether the call loses something that another call cannot restore; assistants ask the user first. */
  readonly isDestructive: boolean
  /** Whether a repeated call changes nothing more. */
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
  /** The answer contains a secret that is shown once; it is never stored for repeated requests. */
  readonly isSecret: boolean
  /**
   * Whether only people call the operation, and an assistant never does: what decides who may do what (logins, keys,
   * people, roles, sessions, second factors), what a person approves, and what acts on the whole installation.
   * Operations of operators and services have no route, and are never tools either.
   */
  readonly isForPeople: boolean
  /** The fields of the body that only people send, in an operation that assistants call too. */
  readonly fieldsForPeople?: readonly string[]
  /** Whether the call names the session of the token in use (`Call.session`). */
  readonly needsSession: boolean
  /** Whether fields are refused that the operation does not know, because an ignored one would do harm. */
  readonly isStrict: boolean
  /** Whether the audit trail has an event of each call that is carried out. */
  readonly isAudited: boolean
  /** One field of the answer is the whole answer for a client whose Accept header names the media type. */
  readonly plainText?: { readonly type: string; readonly field: string }
  /** One field of the body is the whole body of a request whose Content-Type header names the media type. */
  readonly textBody?: { readonly type: string; readonly field: string }
  /** Higher limits than the gateway's defaults, for operations that carry files. */
  readonly needs?: { readonly bodyBytes: number; readonly answerMs: number }
  /** Whether a caller may ask the answer to wait for something, so that a long time is not a slow answer. */
  readonly mayWait: boolean
  /** Whether a client whose Accept header names `text/event-stream` gets the answers one after another, without an end. */
  readonly isStreamed: boolean
  /** The route exists only in installations that have a sandbox clock (`SANDBOX_CLOCK=true`). */
  readonly requiresSandboxClock?: boolean
  /**
   * Whether an API key that is limited to domains, zones or records may call the operation. Its handler then admits only
   * the objects of the limits. Every other operation is refused to such a key.
   */
  readonly admitsLimitedKeys?: boolean
  /**
   * Whether the operation is refused to an API key with any limit, with `key_limited`: it shows or makes what would not
   * have the limits of the key.
   */
  readonly refusesLimitedKeys?: boolean
  /** A body as clients usually send it, for the API description. Without one it is made from the required fields. */
  readonly example?: unknown
  /** Names of the body's schemas in the API description. Without them they are derived from the id. */
  readonly schemas?: SchemaNames
}

/** Names of a request body and of an answer in the API description; clients are generated with them as type names. */
export interface SchemaNames {
  readonly request?: string
  readonly response: string
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the widest operation; variance leaves no other way
export type AnyOperation = Operation<string, any, any, any, any>

/** Fields of a part of the input. A part without fields is `unknown`; zod's type would forbid all fields. */
type Given<Part extends Shape> = keyof Part['shape'] extends never ? unknown : z.input<Part>
type Read<Part extends Shape> = keyof Part['shape'] extends never ? unknown : z.output<Part>

/** The input a caller may give: before defaults and coercion. */
export type InputGiven<O extends AnyOperation> = Given<O['query']> & Given<O['body']> & Given<O['params']>

/** The input a handler gets: after defaults and coercion. */
export type Input<O extends AnyOperation> = Read<O['query']> & Read<O['body']> & Read<O['params']>

/** What a handler returns; the gateway wraps it into the envelope's `data`. */
export type Result<O extends AnyOperation> = z.input<O['result']>

/** The answer that a caller gets. */
export type Answer<O extends AnyOperation> = z.output<O['result']>

/** The type of an operation's handler. */
export type Handler<O extends AnyOperation> = (input: Input<O>, call: Call) => Promise<Result<O>>

interface Declaration<Id extends string, P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType> {
  id: Id
  service: ServiceName
  effect: Effect
  /** A right that the token needs beside that of the effect. */
  right?: Exclude<Right, Effect>
  /** The roles of contacts that may call it, where they are not the usual ones of the effect. */
  roles?: readonly Role[]
  summary: string
  /** By default: true for changes of existing objects and for deletions, false for additions. */
  isDestructive?: boolean
  /** By default: true for reads, and for changes that are not POST. */
  isIdempotent?: boolean
  params?: P
  query?: Q
  body?: B
  result: R
  errors?: readonly ErrorName[]
  isSecret?: boolean
  isForPeople?: boolean
  fieldsForPeople?: readonly string[]
  isStrict?: boolean
  /** By default: true for what resellers and operators change. */
  isAudited?: boolean
  needsSession?: boolean
  plainText?: { readonly type: string; readonly field: string }
  textBody?: { readonly type: string; readonly field: string }
  needs?: { readonly bodyBytes: number; readonly answerMs: number }
  mayWait?: boolean
  isStreamed?: boolean
  requiresSandboxClock?: boolean
  admitsLimitedKeys?: boolean
  refusesLimitedKeys?: boolean
  example?: NoInfer<z.input<B>>
  schemas?: SchemaNames
}

/** Who may call an operation that declares no roles: everybody reads, and technical people change and order. */
function usualRoles(effect: Effect): readonly Role[] {
  return effect === 'read' ? everyRole : ['admin', 'tech']
}

function declare<Id extends string, P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType>(
  { right, ...declaration }: Declaration<Id, P, Q, B, R>,
  access: Pick<Operation, 'audience' | 'anonymous' | 'method' | 'path'>,
): Operation<Id, P, Q, B, R> {
  const params = declaration.params ?? (z.object({}) as unknown as P)
  const query = declaration.query ?? (z.object({}) as unknown as Q)
  const body = declaration.body ?? (z.object({}) as unknown as B)
  const isStrict = declaration.isStrict ?? false
  const fields = { ...query.shape, ...body.shape, ...params.shape }
  return {
    ...declaration,
    ...access,
    roles: declaration.roles ?? usualRoles(declaration.effect),
    rights: [declaration.effect, ...(right === undefined ? [] : [right])],
    params,
    query,
    body,
    input: z.preprocess(withoutNulls, isStrict ? z.strictObject(fields) : z.object(fields)),
    errors: declaration.errors ?? [],
    isSecret: declaration.isSecret ?? false,
    isForPeople: declaration.isForPeople ?? false,
    mayWait: declaration.mayWait ?? false,
    isStreamed: declaration.isStreamed ?? false,
    isStrict,
    isAudited: declaration.isAudited ?? (declaration.effect !== 'read' && access.audience !== 'service'),
    needsSession: declaration.needsSession ?? false,
    isDestructive: declaration.isDestructive ?? (declaration.effect !== 'read' && access.method !== 'POST'),
    isIdempotent: declaration.isIdempotent ?? (declaration.effect === 'read' || access.method !== 'POST'),
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
  const access = { audience: 'reseller', anonymous, method, path } as const
  return { ...declare(rest, access), ...access }
}

/** Declares an operation without a route: for operators (`tools/admin`) or for other services. */
export function internalOperation<
  Id extends string,
  R extends z.ZodType,
  A extends 'operator' | 'service',
  B extends Shape = Empty,
>(
  declaration: Declaration<Id, Empty, Empty, B, R> &
    ({ audience: A & 'operator' } | { audience: A & 'service'; callers: readonly Caller[] }),
): Operation<Id, Empty, Empty, B, R> & { readonly audience: A } {
  const { audience, ...rest } = declaration
  return { ...declare(rest, { audience, anonymous: false }), audience }
}
