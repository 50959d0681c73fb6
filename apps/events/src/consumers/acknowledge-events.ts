import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { acknowledgeEvents } from '@nameyard/contracts/events/acknowledge-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { moveConsumer, readConsumer } from './consumer.store'
import { onWire } from './on-wire'

@Controller()
export class AcknowledgeEvents {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(acknowledgeEvents)
  async execute(
    { name, sequence, reset: isReset = false }: Input<typeof acknowledgeEvents>,
    call: Call,
  ): Promise<Result<typeof acknowledgeEvents>> {
    const account = resellerOf(call)
    const now = this.clock.machineNow()
    const [moved] = await this.database.read(moveConsumer, { account, name, sequence, isReset, now })
    const { isMoved, isKnown, newest, oldest } = moved!
    if (!isMoved && isKnown && sequence > newest) fail('events_unknown', { field: 'sequence', after: sequence, newest })
    if (!isMoved && isKnown) fail('events_expired', { field: 'sequence', after: sequence, oldest })
    const [consumer] = await this.database.read(readConsumer, { account, name })
    return consumer ? onWire(consumer) : fail('event_consumer_not_found', { name })
  }
}
