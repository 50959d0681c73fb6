import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { NameServers } from './name-servers'
import { claimZone, liveZone, markFailed, markPublished, raiseVersion } from './publication.store'
import { ForeignZone, LaterServed, VersionRejected, versionBehind, ZONE_WRITER, type ZoneWriter } from './zone-writer'
import { ZoneVersions, type StoredVersion } from './zone-versions'

/** Pauses double from the first to the last; a name server that is away is asked again soon after it is back. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * Brings the name servers to what a zone says, and believes it when they answer it. A failure is a row with the time of
 * the next attempt, never a refused write and never a dead letter.
 */
@Injectable()
export class ZonePublisher {
  private readonly log = new Logger('publishing')

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(NameServers) private readonly nameServers: NameServers,
    @Inject(ZoneVersions) private readonly versions: ZoneVersions,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /**
   * Publishes the zone's latest version, whichever version asked for it, until none is left; versions that come in
   * between are taken together. Does nothing while somebody else publishes the zone: they will see the new version.
   */
  async publish(zoneId: number): Promise<void> {
    for (;;) {
      const [claim] = await this.database.read<{ attempts: number }>(claimZone, [zoneId, this.clock.now()])
      if (claim === undefined) return
      try {
        if (!(await this.bring(zoneId))) return
      } catch (error) {
        const { message } = error as Error
        const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(claim.attempts - 1, 20))
        // Spread, so that zones that failed together do not come back together.
        const next = new Date(this.clock.epochMs() + pause * (0.5 + Math.random() / 2))
        this.log.warn(`zone ${zoneId} is not published (attempt ${claim.attempts}): ${message}`)
        const rejection = error instanceof VersionRejected ? error.reason : null
        await this.database.read(markFailed, [zoneId, next, message, rejection])
        return
      }
    }
  }

  /** Publishes one version; tells whether a later one waits. */
  private async bring(zoneId: number): Promise<boolean> {
    const zone = await this.versions.read(zoneId)
    try {
      await this.write(zone)
    } catch (error) {
      if (!(error instanceof LaterServed)) throw error
      // A database that was put back knows fewer versions than the world was told; a serial never moves back.
      const raised = versionBehind(zone.version, error.serial)
      this.log.warn(`${zone.name}: serial ${error.serial} is served, so version ${zone.version} becomes ${raised}`)
      await this.database.read(raiseVersion, [zoneId, zone.version, raised])
      return true
    }
    const values = [zoneId, zone.version, this.clock.now()]
    const [published] = await this.database.read<{ isBehind: boolean }>(markPublished, values)
    return published?.isBehind ?? false
  }

  private async write(zone: StoredVersion): Promise<void> {
    const { name, version } = zone
    if (!zone.isDeleted) {
      await (await this.writer.stage(zone)).commit()
      // What a slave zone answers is its master's business.
      if (zone.masterAddress !== undefined) return undefined
      return this.nameServers.serve(name, version)
    }
    try {
      await (await this.writer.stageRemoval(name, version)).commit()
    } catch (error) {
      // Ours is gone from there, which is all that was asked for.
      if (error instanceof ForeignZone) return
      throw error
    }
    // A name that was given a new zone in the meantime is that zone's concern.
    const [successor] = await this.database.read(liveZone, [name])
    if (successor === undefined) await this.nameServers.refuse(name)
  }
}
