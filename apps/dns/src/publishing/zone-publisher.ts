import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { NameServers } from './name-servers'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { datedWaits, PublisherAway, PublisherBroke, waitsOf } from './publication-failure'
import * as store from './publication.store'
import { SlaveTransfers } from './slave-transfers'
import { ForeignZone, LaterServed, VersionRejected, versionBehind, ZONE_WRITER } from './zone-writer'
import type { RefusedSet, ZoneWriter } from './zone-writer'
import { ZoneVersions, type StoredVersion } from './zone-versions'

/** Pauses double from the first to the last; a name server that is away is asked again soon after it is back. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * A zone that broke the publisher comes back soon, alone: most were only on their way when another zone broke it. One
 * that breaks it again is the cause, and every further attempt stops the answers for all zones: it comes back rarely.
 */
const FIRST_BREAK_MS = 2_000
const NEXT_BREAK_MS = 60_000
const LONGEST_BREAK_MS = 3_600_000
const pauseAfterBreak = (breaks: number): number =>
  breaks === 0 ? FIRST_BREAK_MS : NEXT_BREAK_MS * 4 ** Math.min(breaks - 1, 10)

/**
 * How long a zone rests after it was published: one that changes all the time is published ten times a second, and less
 * often where that takes long, so that it leaves room for others.
 */
const restAfter = (publicationMs: number) => Math.max(100, 2 * publicationMs)

/** A zone that is being published, or rests after it. */
interface Turn {
  isAskedAgain: boolean
  rest?: NodeJS.Timeout
}

/**
 * Brings the name servers to what a zone says, and believes it when they answer it. A failure is a row with the time of
 * the next attempt, never a refused write and never a dead letter.
 */
@Injectable()
export class ZonePublisher implements OnModuleDestroy {
  private readonly log = new Logger('publishing')
  private readonly busy = new Map<number, Turn>()
  private readonly attempts = new Set<Promise<boolean>>()
  private isStopped = false
  private isPublisherAway = false

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(NameServers) private readonly nameServers: NameServers,
    @Inject(ZoneVersions) private readonly versions: ZoneVersions,
    @Inject(SlaveTransfers) private readonly transfers: SlaveTransfers,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /** Nothing is published any more; what is on its way is over. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true
    for (const { rest } of this.busy.values()) clearTimeout(rest)
    await Promise.all(this.attempts)
  }

  /**
   * Publishes the zone's latest version, whichever version asked for it. Does nothing while somebody else publishes the
   * zone: they will see the new version. Who asks while this process does, or while the zone rests after it, is heard
   * when the rest is over: versions that come in between are published together.
   */
  async publish(zoneId: number): Promise<void> {
    const busy = this.busy.get(zoneId)
    if (busy) return void (busy.isAskedAgain = true)
    if (this.isStopped) return
    const turn: Turn = { isAskedAgain: false }
    this.busy.set(zoneId, turn)
    const begun = performance.now()
    const attempt = this.attempt(zoneId)
    this.attempts.add(attempt)
    let isBehind = false
    try {
      isBehind = await attempt
    } finally {
      this.attempts.delete(attempt)
      turn.isAskedAgain ||= isBehind
      turn.rest = setTimeout(() => this.goOn(zoneId, turn), restAfter(performance.now() - begun))
    }
  }

  private goOn(zoneId: number, { isAskedAgain }: Turn): void {
    this.busy.delete(zoneId)
    if (isAskedAgain) this.take(zoneId)
  }

  /** Publishes the zone while nobody waits for it; the sweep finds what this leaves undone. */
  private take(zoneId: number): void {
    this.publish(zoneId).catch((error: Error) => this.log.warn(`zone ${zoneId} is not published: ${error.message}`))
  }

  /** Tries to publish what is to be published; tells whether a later version waits. */
  private async attempt(zoneId: number): Promise<boolean> {
    const claimed = await this.database.read<store.ClaimRow & { [column: string]: unknown }>(store.claimZone, [
      zoneId,
      this.clock.now(),
    ])
    const [claim] = claimed
    if (claim === undefined) return false
    try {
      return await this.bring(zoneId, await this.versions.of(zoneId, claimed))
    } catch (error) {
      await this.fail(zoneId, claim, error as Error)
      return false
    }
  }

  private async fail(zoneId: number, { attempts, breaks, waits }: store.ClaimRow, error: Error): Promise<void> {
    const hasBroken = error instanceof PublisherBroke
    if (error instanceof PublisherAway || hasBroken) this.isPublisherAway = true
    const pause = hasBroken ? pauseAfterBreak(breaks) : FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20)
    // Spread, so that zones that failed together do not come back together.
    const spread = Math.min(hasBroken ? LONGEST_BREAK_MS : LONGEST_PAUSE_MS, pause) * (0.5 + Math.random() / 2)
    this.log.warn(`zone ${zoneId} is not published (attempt ${attempts}): ${error.message}`)
    await this.database.read(store.markFailed, [
      zoneId,
      new Date(this.clock.epochMs() + spread),
      error.message,
      error instanceof VersionRejected ? error.reason : null,
      JSON.stringify(datedWaits(waitsOf(error), waits, printDate(this.clock.now()))),
      hasBroken,
    ])
  }

  /** Zones that found the publisher away are tried as soon as it has taken one. */
  private async hurryWaiting(): Promise<void> {
    if (!this.isPublisherAway) return
    this.isPublisherAway = false
    await this.database.read(store.hurryWaiting, [this.clock.now()])
  }

  /** Publishes one version; tells whether a later one waits. */
  private async bring(zoneId: number, zone: StoredVersion): Promise<boolean> {
    let refused: readonly RefusedSet[]
    try {
      refused = await this.write(zoneId, zone)
    } catch (error) {
      if (!(error instanceof LaterServed)) throw error
      // A database that was put back knows fewer versions than the world was told; a serial never moves back.
      const raised = versionBehind(zone.version, error.serial)
      this.log.warn(`${zone.name}: serial ${error.serial} is served, so version ${zone.version} becomes ${raised}`)
      await this.database.read(store.raiseVersion, [zoneId, zone.version, raised, this.clock.now()])
      return true
    }
    for (const { record, reason } of refused) this.log.warn(`${zone.name}: ${record} is not published: ${reason}`)
    const unpublished = refused.length === 0 ? null : JSON.stringify(refused)
    const values = [zoneId, zone.version, this.clock.now(), unpublished]
    const [published] = await this.database.read<{ isBehind: boolean }>(store.markPublished, values)
    if (zone.isDeleted) {
      // A new zone of the name has waited for the end of this one.
      const heir = await this.heirOf(zone.name)
      if (heir !== undefined) this.take(heir)
    }
    return published?.isBehind ?? false
  }

  /** The zone that has the name of a deleted one now. */
  private async heirOf(name: string): Promise<number | undefined> {
    const [heir] = await this.database.read<{ id: number }>(store.liveZone, [name])
    return heir?.id
  }

  /** Answers what the name servers refuse of the version. */
  private async write(zoneId: number, zone: StoredVersion): Promise<readonly RefusedSet[]> {
    const { name, version, masterAddress } = zone
    if (!zone.isDeleted) {
      const refused = await (await this.writer.stage(zone)).commit()
      await this.hurryWaiting()
      if (masterAddress === undefined) await this.nameServers.serve(name, version)
      else await this.nameServers.serve(name, BigInt(await this.transfers.fetch(zoneId, name, masterAddress)))
      return refused
    }
    // Whatever is served under a name that has a new zone is that zone's concern, and may be its records already.
    if ((await this.heirOf(name)) !== undefined) return []
    try {
      await (await this.writer.stageRemoval(name, version)).commit()
    } catch (error) {
      // Ours is gone from there, which is all that was asked for.
      if (error instanceof ForeignZone) return []
      throw error
    }
    await this.nameServers.forget(name)
    return []
  }
}
