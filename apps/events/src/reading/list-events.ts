import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { listEvents } from '@nameyard/contracts/events/list-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { NextEvents, type Refusing } from './next-events'
import { refuseUnknownTypes } from './visible-types'

/** Zero stands for all that are kept. */
const refusing: Refusing = {
  expired(place) {
    if (place.after > 0) fail('events_expired', { field: 'after', ...place })
  },
  unknown: (place) => fail('events_unknown', { field: 'after', ...place }),
}

@Controller()
export class ListEvents {
  constructor(private readonly events: NextEvents) {}

  @Handles(listEvents)
  async execute({ type: types, ...wanted }: Input<typeof listEvents>, call: Call): Promise<Result<typeof listEvents>> {
    refuseUnknownTypes('type', types)
    return this.events.find({ ...wanted, types }, call, refusing)
  }
}
