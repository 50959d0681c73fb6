import { z } from 'zod'
import type { ServiceName } from './operation'

/** Something that happened; published to all subscribers, delivered at least once. */
export interface Event<Id extends string = string, Payload extends z.ZodType = z.ZodType> {
  readonly kind: 'event'
  /** `<context>.<noun>-<past participle>`, also the routing key with `.v1` behind it. */
  readonly id: Id
  readonly payload: Payload
  readonly producer: ServiceName
  /** The services that consume it. Its producer declares their queues at a new broker, so that none misses it. */
  readonly consumers: readonly ServiceName[]
}

/** A task for one service; delivered at least once. */
export interface Command<Id extends string = string, Payload extends z.ZodType = z.ZodType> {
  readonly kind: 'command'
  readonly id: Id
  readonly payload: Payload
  readonly service: ServiceName
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the widest message; variance leaves no other way
export type AnyMessage = Event<string, any> | Command<string, any>
export type Payload<M extends AnyMessage> = z.output<M['payload']>

const declared = new Map<string, Event>()

export function event<Id extends string, P extends z.ZodType>(declaration: {
  id: Id
  producer: ServiceName
  consumers: readonly ServiceName[]
  payload: P
}): Event<Id, P> {
  const made: Event<Id, P> = { kind: 'event', ...declaration }
  declared.set(made.id, made)
  return made
}

/** The events of a service that this process knows: among them all that it can publish. */
export function eventsOf(producer: string): readonly Event[] {
  return [...declared.values()].filter((each) => each.producer === producer)
}

export function command<Id extends string, P extends z.ZodType>(declaration: {
  id: Id
  service: ServiceName
  payload: P
}): Command<Id, P> {
  return { kind: 'command', ...declaration }
}
