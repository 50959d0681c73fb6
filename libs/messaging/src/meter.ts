import { Refusal } from '@nameyard/contracts/errors'
import type { AnyOperation } from '@nameyard/contracts/operation'

/** How a request ended: carried out, refused for a reason that the caller can change, or failed. */
export type RequestOutcome = 'ok' | 'refused' | 'error'

/** How one delivery of an event or command ended. */
export type MessageOutcome = 'done' | 'retried' | 'dead'

/** Counts what a service receives. It is called for each request, so it must be cheap. */
export interface Meter {
  /** A request was answered after these milliseconds, the wait for a free handler included. */
  answered(operation: AnyOperation, outcome: RequestOutcome, ms: number): void
  /** A request was dropped because its caller had stopped waiting. */
  expired(operation: AnyOperation): void
  /**
   * A delivery of an event or command was handled.
   * @param message id of the event or command; `unknown` when the service consumes none with its id
   * @param ageMs milliseconds since it was written to the outbox; undefined if its id does not tell
   */
  settled(message: string, outcome: MessageOutcome, isRedelivered: boolean, ageMs: number | undefined): void
}

/** The outcome of what a handler has given. */
export function outcomeOf(given: unknown): RequestOutcome {
  if (!(given instanceof Refusal)) return 'ok'
  return given.refusal === 'internal_error' || given.refusal === 'service_unavailable' ? 'error' : 'refused'
}

/** When a message was written to the outbox, in Unix milliseconds: the start of its UUID version 7 (RFC 9562 section 5.7). */
export function writtenAt(messageId: string): number | undefined {
  return messageId[14] === '7' ? parseInt(messageId.slice(0, 8) + messageId.slice(9, 13), 16) : undefined
}
