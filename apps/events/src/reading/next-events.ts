import { Injectable } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import { fail } from '@nameyard/contracts/errors'
import type { listEvents } from '@nameyard/contracts/events/list-events'
import type { Actor, Call, Result } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { onWire } from './event-on-wire'
import { eventPage, pageOf, type PageRow } from './event-page'
import { matches, visibleNames, visibleTypes } from './visible-types'
import { WaitingReaders } from './waiting-readers'

/** Milliseconds before the deadline of a request in which its answer still arrives. */
const ANSWER_MS = 2_000

/** Events that are looked at when none of the next ones is for the caller. */
const FAR = 5_000

/** Some events of an account in the order of its log, and its ends. */
export type Page = Result<typeof listEvents>

/** Which events a reader asks for. */
export interface Wanted {
  /** Only events after this number. */
  readonly after: number
  readonly limit: number
  /** Only these types, such as `domain.renewed` or `domain.*`. */
  readonly types?: readonly string[] | undefined
  readonly object?: string | undefined
  /** Seconds to wait for an event if there is none. */
  readonly wait: number
}

/** Refuses a place at which a reader cannot go on. */
export interface Refusing {
  /** The next events are gone. */
  expired(place: { readonly after: number; readonly oldest: number }): void
  /** The log has no such event. */
  unknown(place: { readonly after: number; readonly newest: number }): never
}

/** The next events for a caller: the one road on which the log is read. */
@Injectable()
export class NextEvents {
  constructor(
    private readonly database: Database,
    private readonly readers: WaitingReaders,
    private readonly clock: Clock,
  ) {}

  /** Returns the next events that the caller may see; waits for one if it is told to. */
  async find(wanted: Wanted, call: Call, refusing: Refusing): Promise<Page> {
    const { actor } = call
    if (!actor) fail('authentication_failed')
    const until = Math.min(this.clock.machineMs() + wanted.wait * 1_000, call.deadline - ANSWER_MS)
    for (let { after } = wanted; ;) {
      const left = until - this.clock.machineMs()
      const waiting = left > 0 ? this.readers.begin(actor.resellerId, after, left) : undefined
      try {
        const near = await this.read({ ...wanted, after }, actor, wanted.limit, refusing)
        const isMissed = near.results.length === 0 && near.next > after && near.next < near.newest
        const page = isMissed ? await this.read({ ...wanted, after: near.next }, actor, FAR, refusing) : near
        // A look that ended early is an answer, too: the reader goes on from its end.
        const isCut = page.next > after && page.next < page.newest
        if (!waiting || page.results.length > 0 || isCut) return page
        if (!(await waiting.woken)) return page
        after = page.next
      } finally {
        waiting?.stop()
      }
    }
  }

  /** Reads the events for the caller among so many next ones. */
  private async read(
    { after, limit, types: filters, object }: Wanted,
    actor: Actor,
    look: number,
    refusing: Refusing,
  ): Promise<Page> {
    const types = visibleTypes(accountEvents, actor)
      .map(({ type }) => type)
      .filter((type) => filters?.some((filter) => matches(filter, type)) ?? true)
    const rows = await this.database.read<PageRow>(
      eventPage({
        account: actor.resellerId,
        after,
        limit,
        look,
        object,
        types,
        known: accountEvents.map(({ type }) => type),
        names: visibleNames(actor),
      }),
    )
    const { events, next, oldest, newest } = pageOf(rows, { after, limit })
    if (after > newest) refusing.unknown({ after, newest })
    if (after < oldest - 1) refusing.expired({ after, oldest })
    return { results: events.map((event) => onWire(actor.resellerId, event)), next, oldest, newest }
  }
}
