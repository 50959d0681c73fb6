import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { recordEvent } from '@nameyard/contracts/events/record-event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { insertArrivals } from './arrival.store'
import { WhenEventsArrive } from './when-events-arrive'

type Event = Payload<typeof recordEvent>

/** Stores events that services have sent; those that arrive together with one statement. Then they are added to the logs. */
@Controller()
export class OnRecordEvent {
  private readonly arrivals: Batcher<Event, undefined>

  constructor(database: Database, clock: Clock, log: WhenEventsArrive) {
    this.arrivals = new Batcher(async (events) => {
      await database.read(insertArrivals, {
        ids: events.map(({ id }) => id),
        accounts: events.map(({ resellerId }) => resellerId),
        types: events.map(({ type }) => type),
        versions: events.map(({ version }) => version),
        objects: events.map(({ object }) => object),
        domains: events.map(({ domain = null }) => domain),
        zones: events.map(({ zone = null }) => zone),
        times: events.map(({ at }) => at),
        requests: events.map(({ request }) => request),
        states: events.map(({ state }) => JSON.stringify(state ?? null)),
        previous: events.map(({ previous }) => previous?.id ?? null),
        previousTimes: events.map(({ previous }) => previous?.at ?? null),
        now: clock.machineNow(),
      })
      void log.run()
      return events.map(() => undefined)
    })
  }

  @Consumes(recordEvent)
  on(event: Event): Promise<void> {
    return this.arrivals.add(event)
  }
}
