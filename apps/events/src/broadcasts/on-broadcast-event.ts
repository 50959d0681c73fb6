import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { broadcastEvent } from '@nameyard/contracts/events/broadcast-event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { insertBroadcast } from './broadcast.store'
import { WhenBroadcastsWait } from './when-broadcasts-wait'

/** Stores what services tell to many accounts. Then each account gets its event. */
@Controller()
export class OnBroadcastEvent {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly broadcasts: WhenBroadcastsWait,
  ) {}

  @Consumes(broadcastEvent)
  async on({ previous, accounts, state, ...event }: Payload<typeof broadcastEvent>): Promise<void> {
    await this.database.read(insertBroadcast, {
      ...event,
      state: JSON.stringify(state ?? null),
      accounts: accounts ?? null,
      previous: previous?.id ?? null,
      previousAt: previous?.at ?? null,
      now: this.clock.machineNow(),
    })
    void this.broadcasts.run()
  }
}
