import type { AnyMessage, Payload } from '@nameyard/contracts/event'
import { register } from './pattern'

/** The properties of a delivered message beside its payload. */
export interface Delivery {
  /** The same in every delivery of the message: the key of the inbox. */
  readonly messageId: string
  readonly correlationId: string
  /** The `traceparent` of its handling, if the installation traces requests. */
  readonly trace?: string | undefined
  /** Whether the message may have been handled before, in part or in full. */
  readonly redelivered: boolean
}

type ConsumerMethod<M extends AnyMessage> = (payload: Payload<M>, delivery: Delivery) => Promise<void>

/**
 * Makes a controller's method the consumer of an event or a command. The message is acknowledged when the method has
 * completed. When the method throws, the message is delivered again after a pause; after the last attempt it becomes a
 * dead letter. Messages are delivered at least once, so the method must be safe to call again.
 */
export function Consumes<M extends AnyMessage>(message: M) {
  return <C extends ConsumerMethod<M>>(target: object, key: string, descriptor: TypedPropertyDescriptor<C>): void =>
    register(message.id, { kind: 'consumer', message })(target, key, descriptor)
}
