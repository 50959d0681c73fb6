import { randomBytes, randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import type { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { takeArrivals, type Arrival } from './arrival.store'
import { findChains, findRecorded, insertEntries, insertPersonal, lockChains, saveChains } from './entry.store'
import { beginning, link, PLATFORM, type ChainEnd, type Linked } from './model/entry'

/** Milliseconds between two looks for events. */
const EVERY_MS = 1000

/** Events of one transaction. */
const BATCH = 500

/** Octets of the salt of a personal value. */
const SALT = 16

type Event = Payload<typeof recordAuditEvent>

/**
 * Adds the events that have arrived to the chains of their accounts. One process at a time does it, so that chains do not
 * branch and no request waits for another one's entry.
 */
@Injectable()
export class WhenEventsArrive extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super({ name: 'audit trail', everyMs: EVERY_MS })
  }

  protected async sweep(): Promise<void> {
    let taken: number
    do taken = await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) => this.addSome(tx))
    while (taken === BATCH && !this.isStopped)
  }

  private async addSome(tx: Tx): Promise<number> {
    const [lock] = await tx.query(lockChains)
    if (!lock!.isLocked) return 0
    const arrivals = await tx.query(takeArrivals, { limit: BATCH })
    const linked = await this.linked(tx, arrivals)
    if (linked.length === 0) return arrivals.length
    await tx.query(insertEntries, {
      bodies: linked.map(({ body }) => body),
      hashes: linked.map(({ hash }) => hash),
    })
    const ends = [...new Map(linked.map((entry) => [entry.account, entry])).values()]
    await tx.query(saveChains, {
      accounts: ends.map(({ account }) => account),
      seqs: ends.map(({ seq }) => seq),
      hashes: ends.map(({ hash }) => hash),
      times: ends.map(({ recordedAt }) => recordedAt),
    })
    const personal = linked.flatMap((entry) => entry.personal.map((value) => ({ ...entry, ...value })))
    await tx.query(insertPersonal, {
      accounts: personal.map(({ account }) => account),
      seqs: personal.map(({ seq }) => seq),
      fields: personal.map(({ field }) => field),
      salts: personal.map(({ salt }) => salt),
      values: personal.map(({ value }) => value),
      times: personal.map(({ recordedAt }) => recordedAt),
    })
    return arrivals.length
  }

  /** The entries of the events that are not recorded yet. A message may be delivered again after its event was recorded. */
  private async linked(tx: Tx, arrivals: readonly Arrival[]): Promise<Linked[]> {
    const recorded = await tx.query(findRecorded, { eventIds: arrivals.map(({ eventId }) => eventId) })
    const known = new Set(recorded.map(({ eventId }) => eventId))
    const events = arrivals
      .filter(({ eventId }) => !known.has(eventId))
      .map(({ eventId, payload }) => ({ eventId, event: JSON.parse(payload) as Event }))
    const accounts = [...new Set(events.map(({ event }) => event.resellerId ?? PLATFORM))]
    const chains = await tx.query(findChains, { accounts })
    const ends = new Map<number, ChainEnd>(chains.map((chain) => [chain.account, { ...chain, seq: Number(chain.seq) }]))
    const now = this.clock.machineNow()
    return events.map(({ eventId, event }) => {
      const account = event.resellerId ?? PLATFORM
      const entry = link(ends.get(account) ?? beginning, eventId, event, now, () => randomBytes(SALT))
      ends.set(account, entry)
      return entry
    })
  }
}
