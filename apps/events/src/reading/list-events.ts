import { Controller } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import { fail } from '@nameyard/contracts/errors'
import { listEvents, SEQUENCE_DIGITS } from '@nameyard/contracts/events/list-events'
import type { Actor, Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { eventPage, type PageRow } from './event-page'
import { matches, visibleNames, visibleTypes } from './visible-types'
import { WaitingReaders } from './waiting-readers'

/** Milliseconds before the deadline of a request in which its answer still arrives. */
const ANSWER_MS = 2_000

/** Events that are looked at when none of the next ones is for the caller. */
const FAR = 5_000

type Page = Result<typeof listEvents>

@Controller()
export class ListEvents {
  constructor(
    private readonly database: Database,
    private readonly readers: WaitingReaders,
    private readonly clock: Clock,
  ) {}

  @Handles(listEvents)
  async execute(input: Input<typeof listEvents>, call: Call): Promise<Page> {
    const { actor } = call
    if (!actor) fail('authentication_failed')
    const until = Math.min(this.clock.machineMs() + input.wait * 1_000, call.deadline - ANSWER_MS)
    for (let { after } = input; ;) {
      const left = until - this.clock.machineMs()
      const waiting = left > 0 ? this.readers.begin(actor.resellerId, after, left) : undefined
      try {
        const near = await this.read({ ...input, after }, actor, input.limit)
        const isMissed = near.results.length === 0 && near.next > after && near.next < near.newest
        const page = isMissed ? await this.read({ ...input, after: near.next }, actor, FAR) : near
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
    { after, limit, type: filters, object }: Input<typeof listEvents>,
    actor: Actor,
    look: number,
  ): Promise<Page> {
    const wrong = filters?.find((filter) => !accountEvents.some(({ type }) => matches(filter, type)))
    if (wrong !== undefined) fail('invalid_input', { field: 'type', problem: `there is no event ${wrong}` })
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
    if (after > newest) fail('events_unknown', { after, newest })
    if (after > 0 && after < oldest - 1) fail('events_expired', { after, oldest })
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
