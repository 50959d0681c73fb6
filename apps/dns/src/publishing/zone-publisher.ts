import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { authorityRecords, type Authority } from '@nameyard/zone/zone'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { NameServers } from './name-servers'
import { claimZone, liveZone, markFailed, markPublished, readVersion, type VersionRow } from './publication.store'
import { ZONE_WRITER, type ZoneWriter } from './zone-writer'

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
  private readonly authority: Authority

  constructor(
    @Inject(DNS_CONFIG) config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(NameServers) private readonly nameServers: NameServers,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {
    this.authority = authorityOf(config)
  }

  /**
   * Publishes the zone's latest version, whichever version asked for it, until none is left; versions that come in
   * between are taken together. Does nothing while somebody else publishes the zone: they will see the new version.
   */
  async publish(zoneId: number): Promise<void> {
    for (;;) {
      const [claim] = await this.database.read<{ attempts: number }>(claimZone, [zoneId, this.clock.now()])
      if (claim === undefined) return
      try {
        const version = await this.bring(zoneId)
        const [published] = await this.database.read<{ isBehind: boolean }>(markPublished, [
          zoneId,
          version,
          this.clock.now(),
        ])
        if (!published?.isBehind) return
      } catch (error) {
        const { message } = error as Error
        const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(claim.attempts - 1, 20))
        // Spread, so that zones that failed together do not come back together.
        const next = new Date(this.clock.epochMs() + pause * (0.5 + Math.random() / 2))
        this.log.warn(`zone ${zoneId} is not published (attempt ${claim.attempts}): ${message}`)
        await this.database.read(markFailed, [zoneId, next, message])
        return
      }
    }
  }

  private async bring(zoneId: number): Promise<bigint> {
    const rows = await this.database.read<VersionRow>(readVersion, [zoneId])
    const [first] = rows
    if (first === undefined) throw new Error('the zone is gone')
    const { name } = first
    const version = BigInt(first.version)
    if (first.isDeleted) {
      await (await this.writer.stageRemoval(name, version)).commit()
      // A name that was given a new zone in the meantime is that zone's concern.
      const [successor] = await this.database.read(liveZone, [name])
      if (successor === undefined) await this.nameServers.refuse(name)
    } else {
      await (await this.writer.stage({ name, version, records: this.recordsOf(name, version, rows) })).commit()
      await this.nameServers.serve(name, version)
    }
    return version
  }

  private recordsOf(apex: string, version: bigint, rows: readonly VersionRow[]): ZoneRecord[] {
    const own = rows.flatMap(({ owner, type, ttl, rdata }) => (owner === null ? [] : [{ owner, type, ttl, rdata }]))
    return [...authorityRecords(apex, this.authority, version), ...own]
  }
}
