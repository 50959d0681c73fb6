import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { getEventConsumer } from '@nameyard/contracts/events/get-event-consumer'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { readConsumer } from './consumer.store'
import { onWire } from './on-wire'

@Controller()
export class GetEventConsumer {
  constructor(private readonly database: Database) {}

  @Handles(getEventConsumer)
  async execute({ name }: Input<typeof getEventConsumer>, call: Call): Promise<Result<typeof getEventConsumer>> {
    const [consumer] = await this.database.read(readConsumer, { account: resellerOf(call), name })
    return consumer ? onWire(consumer) : fail('event_consumer_not_found', { name })
  }
}
