import { Catch, UseFilters, type ExceptionFilter } from '@nestjs/common'
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices'
import { throwError, type Observable } from 'rxjs'
import type { AnyMessage } from '@nameyard/contracts/event'
import type { AnyOperation } from '@nameyard/contracts/operation'

/** Keeps our handlers to our server: Nest registers a pattern without a transport on every server of a process. */
export const transport = Symbol('nameyard')

/** What a decorated method is for; Nest carries it from the decorator to the server. */
export type Registration =
  | { readonly kind: 'operation'; readonly operation: AnyOperation; readonly batch: boolean }
  | { readonly kind: 'replay'; readonly operation: AnyOperation }
  | { readonly kind: 'truth'; readonly operation: AnyOperation }
  | { readonly kind: 'consumer'; readonly message: AnyMessage }

/** The pattern under which the answer of an operation is put together again. */
export const replayOf = (operationId: string): string => `${operationId} again`

/** The pattern under which the first answer of an order is judged. */
export const truthOf = (operationId: string): string => `${operationId} still true`

/** Hands a handler's error on as it is; without it Nest turns what is no RpcException into a sentence. */
@Catch()
class Raise implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error)
  }
}

/** Registers a method with our server as `(data, context)`, both handed over untouched. */
export function register(id: string, registration: Registration) {
  return (target: object, key: string | symbol, descriptor: PropertyDescriptor): void => {
    Payload()(target, key, 0)
    Ctx()(target, key, 1)
    UseFilters(new Raise())(target, key, descriptor)
    MessagePattern(id, transport, { registration })(target, key, descriptor)
  }
}
