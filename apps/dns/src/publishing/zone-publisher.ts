import { randomUUID } from 'node:crypto'
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { zonePublished, zoneRejected } from '@nameyard/contracts/events/catalogue/zone-events'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Traces } from '@nameyard/runtime/traces'
import type { Span } from '@nameyard/tracing/span'
import { versionAfter } from '@nameyard/zone/serial'
import { ZoneEvents } from '../account-events/zone-events'
import { NameServers, type Served } from '../verification/name-servers'
import { datedWaits, PublisherAway, PublisherBroke, waitsOf } from './publication-failure'
import * as store from './publication.store'
import { PublishedVersions, type StoredVersion } from './published-versions'
import { SlaveTransfers } from './slave-transfers'
import { ForeignZone, LaterServed, VersionRejected, ZONE_WRITER } from './zone-writer'
import type { RefusedSet, ZoneWriter } from './zone-writer'

/** The pause between attempts doubles from the first to the longest, so that a zone is retried soon after an outage. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * A zone that broke the publisher once is retried soon, alone: usually another zone was the cause. A zone that breaks it
 * again is the cause. It is retried rarely, because every attempt interrupts the answers for all zones.
 */
const FIRST_BREAK_MS = 2_000
const NEXT_BREAK_MS = 60_000
const LONGEST_BREAK_MS = 3_600_000
const pauseAfterBreak = (breaks: number): number =>
  breaks === 0 ? FIRST_BREAK_MS : NEXT_BREAK_MS * 4 ** Math.min(breaks - 1, 10)

/**
 * The pause after a publication doubles from the first to the longest while a zone changes all the time: each
 * publication writes the whole zone. It is longer when a publication takes long, so that other zones are published too.
 */
const FIRST_REST_MS = 100
const LONGEST_REST_MS = 1_000
const restAfter = (publicationMs: number, restBefore: number) =>
  Math.max(2 * publicationMs, Math.min(LONGEST_REST_MS, restBefore === 0 ? FIRST_REST_MS : 2 * restBefore))

/** The RRsets that the name servers refuse, and the servers that answer the version. */
interface Written {
  readonly refused: readonly RefusedSet[]
  readonly served: readonly Served[]
}

const nothingWritten: Written = { refused: [], served: [] }

/** A zone that is being published, or pauses after it. */
interface Turn {
  isRequested: boolean
  pause?: NodeJS.Timeout
}

/**
 * Publishes zones: writes a version to the name servers and waits until they answer it. A failure is stored with the time
 * of the next attempt. It never refuses a change and never becomes a dead letter.
 */
@Injectable()
export class ZonePublisher implements OnModuleDestroy {
  private readonly log = new Logger('publishing')
  private readonly busy = new Map<number, Turn>()
  private readonly attempts = new Set<Promise<boolean>>()
  private isStopped = false
  private isPublisherAway = false

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly nameServers: NameServers,
    private readonly versions: PublishedVersions,
    private readonly transfers: SlaveTransfers,
    private readonly traces: Traces,
    private readonly events: ZoneEvents,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /** Starts no further publication and waits for those that run. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true
    for (const { pause } of this.busy.values()) clearTimeout(pause)
    await Promise.all(this.attempts)
  }

  /**
   * Publishes the latest version of a zone. Does nothing while another process publishes the zone: that process will
   * see the new version. A request that arrives while this process publishes the zone, or in the pause after it, waits
   * for the end of the pause: versions that arrive meanwhile are published together.
   */
  publish(zoneId: number): Promise<void> {
    return this.take(zoneId, 0)
  }

  private async take(zoneId: number, restBefore: number): Promise<void> {
    const busy = this.busy.get(zoneId)
    if (busy) return void (busy.isRequested = true)
    if (this.isStopped) return
    const turn: Turn = { isRequested: false }
    this.busy.set(zoneId, turn)
    const begun = performance.now()
    const attempt = this.attempt(zoneId)
    this.attempts.add(attempt)
    let isBehind = false
    try {
      isBehind = await attempt
    } finally {
      this.attempts.delete(attempt)
      turn.isRequested ||= isBehind
      const rest = restAfter(performance.now() - begun, restBefore)
      turn.pause = setTimeout(() => this.goOn(zoneId, turn, rest), rest)
    }
  }

  private goOn(zoneId: number, { isRequested }: Turn, rest: number): void {
    this.busy.delete(zoneId)
    if (isRequested) this.publishSoon(zoneId, rest)
  }

  /** Publishes a zone in the background. The sweep finds the zone again when this fails. */
  private publishSoon(zoneId: number, restBefore = 0): void {
    this.take(zoneId, restBefore).catch((error: Error) =>
      this.log.warn(`zone ${zoneId} is not published: ${error.message}`),
    )
  }

  /** Makes one attempt. Returns whether a later version waits. */
  private async attempt(zoneId: number): Promise<boolean> {
    const claimed = await this.database.read(store.claimZone, { zoneId, now: this.clock.now() })
    const [claim] = claimed
    if (claim === undefined) return false
    const { request, trace, changedAt } = claim
    const act = async (span?: Span) => {
      try {
        return await this.publishVersion(zoneId, await this.versions.of(zoneId, claimed), request)
      } catch (error) {
        span?.fail((error as Error).name)
        await this.fail(zoneId, claim, error as Error)
        return false
      }
    }
    // The version may be that of another request than the command or pause before: versions are published together.
    const stored = { correlationId: request, operation: publishZone.id, trace, since: changedAt }
    const attributes = { 'nameyard.zone': zoneId }
    return this.traces.carryOn(stored, this.clock.now(), 'dns publish', { kind: 'client', attributes }, act)
  }

  private async fail(
    zoneId: number,
    { attempts, breaks, waits, request, isDeleted }: store.ClaimRow,
    error: Error,
  ): Promise<void> {
    const hasBroken = error instanceof PublisherBroke
    if (error instanceof PublisherAway || hasBroken) this.isPublisherAway = true
    const pause = hasBroken ? pauseAfterBreak(breaks) : FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20)
    // Random, so that zones that failed together are not retried together.
    const pauseMs = Math.min(hasBroken ? LONGEST_BREAK_MS : LONGEST_PAUSE_MS, pause) * (0.5 + Math.random() / 2)
    this.log.warn(`zone ${zoneId} is not published (attempt ${attempts}): ${error.message}`)
    const failed = {
      zoneId,
      nextAttempt: new Date(this.clock.epochMs() + pauseMs),
      error: error.message,
      rejection: error instanceof VersionRejected ? error.reason : null,
      waits: JSON.stringify(datedWaits(waitsOf(error), waits, printDate(this.clock.now()))),
      hasBroken,
    }
    if (failed.rejection === null) return void (await this.database.read(store.markFailed, failed))
    await this.database.unitOfWork({ correlationId: request ?? randomUUID() }, async (tx) => {
      const [before] = await tx.query(store.markFailed, failed)
      if (before && before.rejected !== failed.rejection && !isDeleted)
        await this.events.tellOf(tx, zoneRejected, zoneId)
    })
  }

  /** Makes zones due that found the publisher unreachable, once it has accepted one. */
  private async retryWaiting(): Promise<void> {
    if (!this.isPublisherAway) return
    this.isPublisherAway = false
    await this.database.read(store.retryWaiting, { now: this.clock.now() })
  }

  /** Publishes one version. Returns whether a later one waits. */
  private async publishVersion(zoneId: number, zone: StoredVersion, request: string | null): Promise<boolean> {
    let written: Written
    try {
      written = await this.write(zoneId, zone)
    } catch (error) {
      if (!(error instanceof LaterServed)) throw error
      // A database that was restored from a backup has fewer versions than were served. A serial never moves back.
      const raised = versionAfter(zone.version, error.serial)
      this.log.warn(`${zone.name}: serial ${error.serial} is served, so version ${zone.version} becomes ${raised}`)
      await this.database.read(store.raiseVersion, { zoneId, version: zone.version, raised, now: this.clock.now() })
      return true
    }
    const { refused, served } = written
    for (const { record, reason } of refused) this.log.warn(`${zone.name}: ${record} is not published: ${reason}`)
    const unpublished = refused.length === 0 ? null : JSON.stringify(refused)
    const marked = {
      zoneId,
      version: zone.version,
      now: this.clock.now(),
      unpublished,
      served: JSON.stringify(served),
      nsHosts: this.events.nsHosts,
    }
    const published = await this.database.unitOfWork({ correlationId: request ?? randomUUID() }, async (tx) => {
      const [changed] = await tx.query(store.markPublished, marked)
      if (changed && !zone.isDeleted) await this.events.tell(tx, zonePublished, changed)
      return changed
    })
    if (zone.isDeleted) {
      // A new zone of the name has waited for the removal of this one.
      const successor = await this.successorOf(zone.name)
      if (successor !== undefined) this.publishSoon(successor)
    }
    return published?.isBehind ?? false
  }

  /** The zone that has the name of a deleted zone now. */
  private async successorOf(name: string): Promise<number | undefined> {
    const [successor] = await this.database.read(store.liveZone, { name })
    return successor?.id
  }

  /** Writes a version and waits until it is served. */
  private async write(zoneId: number, zone: StoredVersion): Promise<Written> {
    const { name, version, masterAddress } = zone
    if (!zone.isDeleted) {
      const refused = await (await this.writer.stage(zone)).commit()
      await this.retryWaiting()
      const serial =
        masterAddress === undefined ? version : BigInt(await this.transfers.fetch(zoneId, name, masterAddress))
      return { refused, served: await this.nameServers.serve(name, serial) }
    }
    // A new zone of the name is served instead, and may be published already.
    if ((await this.successorOf(name)) !== undefined) return nothingWritten
    try {
      await (await this.writer.stageRemoval(name, version)).commit()
    } catch (error) {
      // The name servers have another zone of the name, so this one is removed.
      if (error instanceof ForeignZone) return nothingWritten
      throw error
    }
    return { refused: [], served: await this.nameServers.forget(name) }
  }
}
