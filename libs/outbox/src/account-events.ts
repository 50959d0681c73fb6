import { Inject, Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Payload } from '@nameyard/contracts/event'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import { broadcastEvent } from '@nameyard/contracts/events/broadcast-event'
import { recordEvent } from '@nameyard/contracts/events/record-event'
import type { Tx } from '@nameyard/persistence/database'
import { recordedAt } from './event-chains'
import { Outbox } from './outbox'

/** What an account event is about. */
export interface EventSubject<State extends z.ZodType = z.ZodType> {
  readonly resellerId: number
  /** Path of the read of the object without `/v1/`: `domains/123`. */
  readonly object: string
  /** When it happened, by the platform's clock. */
  readonly at: Date
  /** The object after the event, without auth codes, keys, tokens, secrets and links. */
  readonly state: z.input<State>
  /** The request that caused it, where the transaction ends the work of several requests. */
  readonly request?: string
  /** The domain and the zone that the object belongs to: keys with limits see the events of theirs only. */
  readonly domain?: string
  readonly zone?: string
}

/** What a broadcast is about. */
export type BroadcastSubject<State extends z.ZodType> = Pick<EventSubject<State>, 'at' | 'object' | 'state'> & {
  /** Only these accounts. Absent: all. */
  readonly accounts?: number[]
}

/** The first event of an object. */
export interface FirstEvent {
  readonly message: typeof recordEvent
  readonly payload: Payload<typeof recordEvent>
  readonly correlationId: string
  readonly eventId: string
  /** When it was recorded, by the machine's clock. */
  readonly eventAt: Date
}

/**
 * The account events of a service: what resellers read in the event log. An event is stored in the transaction that makes
 * it true. It names the event of the same object before it, so that the log keeps the order of the events of an object.
 */
@Injectable()
export class AccountEvents {
  constructor(@Inject(Outbox) private readonly outbox: Outbox) {}

  /**
   * The first event of an object, for a statement that makes the object and stages the event with
   * {@link Outbox.changeAndAppend}: it has a part of {@link beganChain}.
   */
  first<State extends z.ZodType>(
    type: AccountEvent<string, State>,
    subject: EventSubject<State> & { readonly request: string },
  ): FirstEvent {
    const payload = eventOf(type, subject)
    const correlationId = subject.request
    return { message: recordEvent, payload, correlationId, eventId: payload.id, eventAt: recordedAt(payload.id) }
  }

  /** Records an event of an object. The transaction has locked the object, so the events have the order of its changes. */
  record<State extends z.ZodType>(
    tx: Tx,
    type: AccountEvent<string, State>,
    { request = tx.correlationId, ...subject }: EventSubject<State>,
  ): Promise<void> {
    return this.outbox.appendAll(tx, recordEvent, [eventOf(type, { ...subject, request })], [request])
  }

  /**
   * Records an event of an object that belongs to no account, for every account or for some. The transaction has locked the
   * object. The object has no other events than broadcasts.
   */
  broadcast<State extends z.ZodType>(
    tx: Tx,
    type: AccountEvent<string, State>,
    subject: BroadcastSubject<State>,
  ): Promise<void> {
    return this.outbox.append(tx, broadcastEvent, eventOf(type, { ...subject, request: tx.correlationId }))
  }
}

function eventOf<Subject extends { readonly at: Date }>(
  { type, version }: AccountEvent,
  { at, ...subject }: Subject & { readonly request: string },
) {
  // The statement that stores the event knows the one before it.
  return { id: uuidv7(), type, version, ...subject, previous: null, at: at.toISOString() }
}
