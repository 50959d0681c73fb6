import { Injectable } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import { fail } from '@nameyard/contracts/errors'
import { SEQUENCE_DIGITS } from '@nameyard/contracts/events/event-fields'
import type { listEvents } from '@nameyard/contracts/events/list-events'
import type { Actor, Call, Result } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { eventPage, type PageRow } from './event-page'
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
    const [{ newest: last, oldest: first, end, isCut }] = rows as [PageRow]
    const newest = last ?? 0
    const oldest = first ?? newest + 1
    if (after > newest) refusing.unknown({ after, newest })
    if (after < oldest - 1) refusing.expired({ after, oldest })
    const results = rows.flatMap((row) => (row.sequence === null ? [] : [onWire(actor.resellerId, row, row.sequence)]))
    const isFull = results.length === limit
    const next = isFull ? Number(results.at(-1)!.sequence) : isCut ? (end ?? after) : newest
    return { results, next, oldest, newest }
  }
}

const onWire = (account: number, row: PageRow, sequence: number): Page['results'][number] => ({
  specversion: '1.0',
  id: row.id,
  source: '/v1/events',
  type: row.type,
  subject: row.object,
  time: row.happenedAt.toISOString(),
  datacontenttype: 'application/json',
  account,
  sequence: String(sequence).padStart(SEQUENCE_DIGITS, '0'),
  requestid: row.request,
  dataversion: row.version,
  data: JSON.parse(row.state) as unknown,
})
