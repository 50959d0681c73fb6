import type { MessageHandler } from '@nestjs/microservices'
import { isObservable, lastValueFrom } from 'rxjs'

/** Calls a handler that Nest has wrapped; it returns a promise of a value or of a stream. */
export async function invoke(handler: MessageHandler, data: unknown, context: unknown): Promise<unknown> {
  const given: unknown = await handler(data, context)
  return isObservable(given) ? lastValueFrom(given) : given
}
