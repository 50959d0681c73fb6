import type { Refusal } from '@nameyard/contracts/errors'
import type { AnyOperation, Call, Input, Result } from '@nameyard/contracts/operation'
import type { Advised } from './advised'
import { register, replayOf, stillTrueOf } from './pattern'
import type { Printed } from './printed'

/** The value that a handler returns. */
export type Given<O extends AnyOperation> = Result<O> | Advised<Result<O>> | Printed<Result<O>>

/** One request of a batch. */
export interface BatchItem<O extends AnyOperation> {
  readonly input: Input<O>
  readonly call: Call
}

type HandlerMethod<O extends AnyOperation> = (input: Input<O>, call: Call) => Promise<Given<O>>
type BatchMethod<O extends AnyOperation> = (items: readonly BatchItem<O>[]) => Promise<readonly (Given<O> | Refusal)[]>

/**
 * Makes a controller's method the handler of an operation. The input was parsed by the operation's schema. The method
 * throws a `Refusal` to refuse; any other error becomes `internal_error`.
 */
export function Handles<O extends AnyOperation>(operation: O) {
  return <M extends HandlerMethod<O>>(target: object, key: string, descriptor: TypedPropertyDescriptor<M>): void =>
    register(operation.id, { kind: 'operation', operation, batch: false })(target, key, descriptor)
}

/**
 * Makes a controller's method answer a request that was carried out before but whose answer was not stored: the process
 * ended in between, or the first call still runs. It receives the value that the unit of work returned. Without such a
 * method, that value is the answer.
 */
export function Replays<O extends AnyOperation>(operation: O) {
  return <M extends (placed: never, call: Call) => Promise<Result<O>>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => register(replayOf(operation.id), { kind: 'replay', operation })(target, key, descriptor)
}

/**
 * Makes a controller's method decide whether the first answer to an order is still true. It receives the value that the
 * unit of work returned. It returns false when the order has failed, or when anything but the order and the registry's
 * answer to it has changed the object since. An equal request without an `Idempotency-Key` is then a new order (wire
 * rule 20a).
 */
export function IsStillTrue<O extends AnyOperation>(operation: O) {
  return <M extends (placed: never, call: Call) => Promise<boolean>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => register(stillTrueOf(operation.id), { kind: 'still-true', operation })(target, key, descriptor)
}

/**
 * Makes a controller's method the handler of all requests for an operation that arrive together: one statement answers
 * many. Answers have the order of the requests; a refused request has its refusal in its place. When the method throws,
 * it is called again for each request alone, so that only the faulty one fails.
 */
export function HandlesBatch<O extends AnyOperation>(operation: O) {
  return <M extends BatchMethod<O>>(target: object, key: string, descriptor: TypedPropertyDescriptor<M>): void =>
    register(operation.id, { kind: 'operation', operation, batch: true })(target, key, descriptor)
}
