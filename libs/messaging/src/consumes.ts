import type { AnyMessage, Payload } from '@nameyard/contracts/event'
import { register } from './pattern'

/** What came with a message beside its payload. */
export interface Delivery {
  /** The same each time the message is delivered: the key of the inbox. */
  readonly messageId: string
  readonly correlationId: string
  /** Whether the message may have been handled before, in part or in full. */
  readonly redelivered: boolean
}

type ConsumerMethod<M extends AnyMessage> = (payload: Payload<M>, delivery: Delivery) => Promise<void>

/**
 * Makes a controller's method the consumer of an event or of a command. The message is acknowledged when the method
 * has completed; when it throws, the message is delivered again after a pause, and laid aside among the dead letters
 * after the last attempt. Delivered at least once: the method must bear to be called again.
 */
export function Consumes<M extends AnyMessage>(message: M) {
  return <C extends ConsumerMethod<M>>(target: object, key: string, descriptor: TypedPropertyDescriptor<C>): void =>
    register(message.id, { kind: 'consumer', message })(target, key, descriptor)
}
