import { Injectable } from '@nestjs/common'
import { carriedOutFor } from '@nameyard/contracts/audit/carried-out'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Payload } from '@nameyard/contracts/event'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { AuditTrail } from '@nameyard/outbox/audit-trail'
import { Outbox, type ChangeMessage } from '@nameyard/outbox/outbox'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Reach } from '../records/model/reach'
import { noteOf } from '../versions/change.store'
import {
  amendmentColumns,
  amendZones,
  firstOf,
  openParts,
  openZones,
  partColumns,
  zoneColumns,
  type Amendment,
  type OpenRow,
  type ZoneAsked,
} from './batch.store'
import {
  refuseSlave,
  evaluate,
  type ChangeAnswer,
  type ChangeAsked,
  type Decision,
  type CurrentZone,
} from './evaluate-change'

/** A zone that exists. */
type LiveZone = CurrentZone & { readonly id: number }

/** A change with the name of its zone and the request that asked for it. */
interface Amending extends Amendment {
  readonly apex: string
  readonly correlationId: string
  readonly trace: string | undefined
  /** Its event of the audit trail, which is stored by the same statement. */
  readonly event: Payload<typeof recordAuditEvent> | undefined
}

/**
 * Changes of the records of existing zones, batched: what arrives together is read by one statement and written by
 * another. Each change is all or nothing, and is written only if the zone is still in the version that the change was
 * decided on.
 */
@Injectable()
export class BatchedChanges {
  private readonly readZones = new Batcher(async (asked: readonly ZoneAsked[]) =>
    opened(await this.database.read(openZones, zoneColumns(asked)), asked.length),
  )
  private readonly readParts = new Batcher(async (asked: readonly (ZoneAsked & { readonly reach: Reach })[]) =>
    opened(await this.database.read(openParts, partColumns(asked)), asked.length),
  )
  private readonly write = new Batcher((amendments: readonly Amending[]) => this.writeAll(amendments))
  /** The last change of each zone that is being changed in this process, settled or not. */
  private readonly turns = new Map<string, Promise<unknown>>()

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives the zone the records that `decide` returns for those of `reach`. Calls `otherwise` when another process made a
   * version of the zone meanwhile.
   */
  make(
    call: Call,
    asked: ChangeAsked,
    reach: Reach | undefined,
    decide: (zone: CurrentZone) => Decision,
    otherwise: () => Promise<ChangeAnswer>,
  ): Promise<ChangeAnswer> {
    return this.inTurn(asked.apex, async () => {
      const { apex, id, source, plan, guard, resellerId = resellerOf(call) } = asked
      // Plan and guard say how much of the whole zone is removed.
      const isWhole = reach === undefined || plan || guard
      const opened = isWhole
        ? this.readZones.add({ resellerId, apex, id })
        : this.readParts.add({ resellerId, apex, id, reach })
      const zone = (await opened) ?? fail('zone_not_found')
      if (zone.type === 'slave') refuseSlave()
      const { parts, changeSet, answer } = evaluate(zone, asked, decide(zone))
      if (plan || changeSet.removed.length + changeSet.added.length === 0) return answer
      const note = noteOf(call, source, changeSet)
      const { correlationId, trace } = call
      const { id: zoneId, version } = zone
      const event = this.trail.eventOf(call)
      const isWritten = await this.write.add({
        zoneId,
        resellerId,
        version,
        apex,
        correlationId,
        trace,
        event,
        parts,
        note,
      })
      const carried = carriedOutFor(call)
      if (isWritten && carried) carried.isRecorded = true
      return isWritten ? answer : otherwise()
    })
  }

  /** Runs the changes of one zone one after the other: of several in one version, only one would be written. */
  private inTurn<T>(apex: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(apex) ?? Promise.resolve()).then(act, act)
    this.turns.set(apex, turn)
    const leave = () => this.turns.get(apex) === turn && this.turns.delete(apex)
    void turn.then(leave, leave)
    return turn
  }

  private async writeAll(amendments: readonly Amending[]): Promise<boolean[]> {
    const messages = amendments.flatMap(({ zoneId, version, apex, correlationId, trace, event }) => {
      const about = { correlationId, trace }
      const payload = { zoneId, name: apex, version: version + 1 }
      const publish: ChangeMessage<typeof publishZone> = {
        ...about,
        changed: firstOf(zoneId),
        message: publishZone,
        payload,
      }
      if (!event) return [publish]
      const record: ChangeMessage<typeof recordAuditEvent> = {
        ...about,
        changed: String(zoneId),
        message: recordAuditEvent,
        payload: event,
      }
      return [publish, record]
    })
    const columns = amendmentColumns(amendments, this.clock.now())
    const { noted } = await this.outbox.changeAndAppend(this.database, amendZones, columns, messages)
    return amendments.map(({ zoneId }) => noted.has(String(zoneId)))
  }
}

/** The zones in the order of their requests; undefined where there is no such zone. */
function opened(rows: readonly OpenRow[], requests: number): (LiveZone | undefined)[] {
  const zones: (LiveZone & { records: LiveZone['records'][number][] })[] = []
  for (const { place, zoneId, zoneType, isSigned, label, version, id, owner, type, ttl, rdata } of rows) {
    const zone = (zones[place - 1] ??= { id: zoneId, type: zoneType, isSigned, label, version, records: [] })
    if (id !== null) zone.records.push({ id, owner, type, ttl, rdata })
  }
  return Array.from({ length: requests }, (_, at) => zones[at])
}
