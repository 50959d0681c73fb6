import type { getEventConsumer } from '@nameyard/contracts/events/get-event-consumer'
import type { Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Consumer } from './consumer.store'

/** A consumer as its reseller sees it. */
export function onWire(consumer: Consumer): Result<typeof getEventConsumer> {
  const { name, position, types, object, newest, oldest, createdAt, usedAt } = consumer
  return {
    name,
    types: [...(types ?? [])],
    object: object ?? '',
    position,
    behind: Math.max(0, newest - position),
    is_expired: position < oldest - 1,
    oldest,
    newest,
    created_at: printDate(createdAt),
    last_used_at: printDate(usedAt),
  }
}
