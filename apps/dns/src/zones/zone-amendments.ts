import { Inject, Injectable } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Gathering } from '@nameyard/persistence/gathering'
import type { Statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import {
  amending,
  openParts,
  openZones,
  partsAsked,
  zonesAsked,
  type Amendment,
  type OpenRow,
  type ZoneAsked,
} from './amendment.store'
import type { Reach } from './model/reach'
import { weigh, type ChangeAnswer, type ChangeAsked, type Decision, type OpenZone } from './weigh-change'
import { refuseSlave, ZoneChanges } from './zone-changes'
import { changeColumns } from './zone.store'

/** A zone that is there. */
type LiveZone = OpenZone & { readonly id: number }

/** A change with the name of its zone and the request that asked for it. */
interface Amending extends Amendment {
  readonly apex: string
  readonly correlationId: string
}

/**
 * Changes of the records of zones that are there. What arrives together is read by one statement and written by another,
 * each change all or nothing: the zone must still be in the version that its change was decided on. Where another process
 * was first, the change is made like any other, behind the lock of its zone.
 */
@Injectable()
export class ZoneAmendments {
  private readonly open = new Gathering((asked: readonly ZoneAsked[]) =>
    this.opened(openZones, zonesAsked(asked), asked),
  )
  private readonly openPart = new Gathering((asked: readonly (ZoneAsked & { readonly reach: Reach })[]) =>
    this.opened(openParts, partsAsked(asked), asked),
  )
  private readonly write = new Gathering((amendments: readonly Amending[]) => this.writeAll(amendments))
  /** The last change of each zone that is being changed here, settled or not. */
  private readonly turns = new Map<string, Promise<unknown>>()

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ZoneChanges) private readonly changes: ZoneChanges,
  ) {}

  /**
   * Gives the zone the records that `decide` answers. A change that changes nothing makes no version and is a success.
   * `decide` may be given the records of `reach` alone, and answers these as they are to be.
   */
  make(
    call: Call,
    asked: ChangeAsked,
    reach: Reach | undefined,
    decide: (zone: OpenZone) => Decision,
  ): Promise<ChangeAnswer> {
    // A request that may come twice is claimed, and a key is made, in the transaction of the change.
    if (call.repeat || asked.isSecured !== undefined) return this.changes.make(call, asked, decide)
    return this.inTurn(asked.apex, async () => {
      const { apex, id, source, plan, guard, resellerId = resellerOf(call) } = asked
      // How much of a zone goes is known of the whole zone alone.
      const isWhole = reach === undefined || plan || guard
      const opened = isWhole
        ? this.open.ask({ resellerId, apex, id })
        : this.openPart.ask({ resellerId, apex, id, reach })
      const zone = (await opened) ?? fail('zone_not_found')
      if (zone.type === 'slave') refuseSlave()
      const { parts, exchange, answer } = weigh(zone, asked, decide(zone))
      if (plan || exchange.removed.length + exchange.added.length === 0) return answer
      const note = changeColumns(call, source, exchange)
      const { correlationId } = call
      const isWritten = await this.write.ask({
        zoneId: zone.id,
        version: zone.version,
        apex,
        correlationId,
        parts,
        note,
      })
      return isWritten ? answer : this.changes.make(call, asked, decide)
    })
  }

  /** Changes of one zone go one after the other: of several in one version, one alone would be written. */
  private inTurn<T>(apex: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(apex) ?? Promise.resolve()).then(act, act)
    this.turns.set(apex, turn)
    const leave = () => this.turns.get(apex) === turn && this.turns.delete(apex)
    void turn.then(leave, leave)
    return turn
  }

  private async opened(
    statement: Statement,
    values: readonly unknown[],
    asked: readonly ZoneAsked[],
  ): Promise<(LiveZone | undefined)[]> {
    const rows = await this.database.read<OpenRow & { [column: string]: unknown }>(statement, values)
    const zones: (LiveZone & { records: LiveZone['records'][number][] })[] = []
    for (const { place, zoneId, zoneType, isSigned, version, id, owner, type, ttl, rdata } of rows) {
      const zone = (zones[place - 1] ??= { id: zoneId, type: zoneType, isSigned, version, records: [] })
      if (id !== null) zone.records.push({ id, owner, type, ttl, rdata })
    }
    return asked.map((_, at) => zones[at])
  }

  private async writeAll(amendments: readonly Amending[]): Promise<boolean[]> {
    const messages = amendments.map(({ zoneId, version, apex, correlationId }) => ({
      changed: String(zoneId),
      payload: { zoneId, name: apex, version: version + 1 },
      correlationId,
    }))
    const change = amending(amendments, this.clock.now())
    const written = await this.outbox.appendChanged(this.database, change, publishZone, messages)
    return messages.map(({ changed }) => written.has(changed))
  }
}
