import { Catch, UseFilters, type ExceptionFilter } from '@nestjs/common'
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices'
import { throwError, type Observable } from 'rxjs'
import type { AnyMessage } from '@nameyard/contracts/event'
import type { AnyOperation } from '@nameyard/contracts/operation'

/** Limits our handlers to our server: Nest registers a pattern without a transport on every server of a process. */
export const transport = Symbol('nameyard')

/** The purpose of a decorated method; Nest passes it from the decorator to the server. */
export type Registration =
  | { readonly kind: 'operation'; readonly operation: AnyOperation; readonly batch: boolean }
  | { readonly kind: 'replay'; readonly operation: AnyOperation }
  | { readonly kind: 'still-true'; readonly operation: AnyOperation }
  | { readonly kind: 'consumer'; readonly message: AnyMessage }

/** The pattern of the handler that builds the answer of an operation again. */
export const replayOf = (operationId: string): string => `${operationId} again`

/** The pattern of the handler that decides whether the first answer to an order is still true. */
export const stillTrueOf = (operationId: string): string => `${operationId} still true`

/** Passes a handler's error on unchanged. By default Nest converts an error that is no RpcException to a text. */
@Catch()
class Raise implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error)
  }
}

/** Registers a method with our server as `(data, context)`; both arguments are passed unchanged. */
export function register(id: string, registration: Registration) {
  return (target: object, key: string | symbol, descriptor: PropertyDescriptor): void => {
    Payload()(target, key, 0)
    Ctx()(target, key, 1)
    UseFilters(new Raise())(target, key, descriptor)
    MessagePattern(id, transport, { registration })(target, key, descriptor)
  }
}
