import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { pollEventConsumer } from '@nameyard/contracts/events/poll-event-consumer'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { NextEvents, type Refusing } from '../reading/next-events'
import { useConsumer } from './consumer.store'

/** A consumer goes on only after it was told what it has missed, and has said so. */
const refusing: Refusing = {
  expired: ({ after, oldest }) => fail('event_consumer_behind', { after, resume: oldest - 1 }),
  unknown: (place) => fail('event_consumer_ahead', { ...place }),
}

@Controller()
export class PollEventConsumer {
  constructor(
    private readonly database: Database,
    private readonly events: NextEvents,
    private readonly clock: Clock,
  ) {}

  /** Programs that poll at the same time get the same events: only an acknowledgement moves a consumer. */
  @Handles(pollEventConsumer)
  async execute(
    { name, limit, wait }: Input<typeof pollEventConsumer>,
    call: Call,
  ): Promise<Result<typeof pollEventConsumer>> {
    const account = resellerOf(call)
    const [consumer] = await this.database.read(useConsumer, { account, name, now: this.clock.machineNow() })
    if (!consumer) fail('event_consumer_not_found', { name })
    const { position, types, object } = consumer
    const wanted = { after: position, limit, wait, types: types ?? undefined, object: object ?? undefined }
    return { ...(await this.events.find(wanted, call, refusing)), position }
  }
}
