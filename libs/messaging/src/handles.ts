import type { Refusal } from '@nameyard/contracts/errors'
import type { AnyOperation, Call, Input, Result } from '@nameyard/contracts/operation'
import type { Advised } from './advised'
import { register, replayOf, truthOf } from './pattern'
import type { Printed } from './printed'

/** What a handler gives back. */
export type Given<O extends AnyOperation> = Result<O> | Advised<Result<O>> | Printed<Result<O>>

/** One of the requests that are answered together. */
export interface BatchItem<O extends AnyOperation> {
  readonly input: Input<O>
  readonly call: Call
}

type HandlerMethod<O extends AnyOperation> = (input: Input<O>, call: Call) => Promise<Given<O>>
type BatchMethod<O extends AnyOperation> = (items: readonly BatchItem<O>[]) => Promise<readonly (Given<O> | Refusal)[]>

/**
 * Makes a controller's method the handler of an operation. The input has been parsed by the operation's schema; an
 * expected "no" is thrown by its name, anything else thrown becomes `internal_error`.
 */
export function Handles<O extends AnyOperation>(operation: O) {
  return <M extends HandlerMethod<O>>(target: object, key: string, descriptor: TypedPropertyDescriptor<M>): void =>
    register(operation.id, { kind: 'operation', operation, batch: false })(target, key, descriptor)
}

/**
 * Makes a controller's method the one that answers a request which was carried out before but whose answer was not
 * kept: the process died in between, or the first call still runs. It gets what the unit of work returned. Without it
 * that value itself is the answer.
 */
export function Replays<O extends AnyOperation>(operation: O) {
  return <M extends (placed: never, call: Call) => Promise<Result<O>>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => register(replayOf(operation.id), { kind: 'replay', operation })(target, key, descriptor)
}

/**
 * Makes a controller's method the judge of an order's first answer, given what its unit of work returned. It returns
 * false when the order has failed, or when anything but the order and the registry's answer to it has changed the object
 * since: an equal request without an `Idempotency-Key` is then a new order (wire rule 20a).
 */
export function IsStillTrue<O extends AnyOperation>(operation: O) {
  return <M extends (placed: never, call: Call) => Promise<boolean>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => register(truthOf(operation.id), { kind: 'truth', operation })(target, key, descriptor)
}

/**
 * Makes a controller's method the handler of all requests for an operation that arrive together: one statement
 * answers many. Answers keep the order of the requests; a refusal is given back in its place. When the method
 * throws, each request is asked again alone, as a batch of one, so that a bad one fails by itself.
 */
export function HandlesBatch<O extends AnyOperation>(operation: O) {
  return <M extends BatchMethod<O>>(target: object, key: string, descriptor: TypedPropertyDescriptor<M>): void =>
    register(operation.id, { kind: 'operation', operation, batch: true })(target, key, descriptor)
}
