import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { setEventConsumer } from '@nameyard/contracts/events/set-event-consumer'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { refuseUnknownTypes } from '../reading/visible-types'
import { findPlace, lockConsumers, readConsumer, storeConsumer, type Ends } from './consumer.store'
import { onWire } from './on-wire'

/** Consumers of one account. */
const MOST_CONSUMERS = 100

@Controller()
export class SetEventConsumer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(setEventConsumer)
  async execute(input: Input<typeof setEventConsumer>, call: Call): Promise<Result<typeof setEventConsumer>> {
    const { name, types = [], object, start = 'newest' } = input
    refuseUnknownTypes('types', types)
    const account = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockConsumers, { account })
      const [place] = await tx.query(findPlace, { account, name })
      const { isKnown, consumers } = place!
      if (!isKnown && consumers >= MOST_CONSUMERS) fail('event_consumers_too_many', { limit: MOST_CONSUMERS })
      await tx.query(storeConsumer, {
        account,
        name,
        position: isKnown ? 0 : positionAt(start, place!),
        types: types.length > 0 ? types : null,
        object: object || null,
        now: this.clock.machineNow(),
      })
      const [stored] = await tx.query(readConsumer, { account, name })
      return onWire(stored!)
    })
  }
}

/** Where a new consumer begins. */
function positionAt(start: 'newest' | 'oldest' | number, { newest, oldest }: Ends): number {
  if (start === 'newest') return newest
  if (start === 'oldest') return oldest - 1
  if (start > newest) fail('events_unknown', { field: 'start', after: start, newest })
  if (start < oldest - 1) fail('events_expired', { field: 'start', after: start, oldest })
  return start
}
