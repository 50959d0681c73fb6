import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { versionAfter } from '@nameyard/zone/serial'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { PublishedVersions } from '../publishing/published-versions'
import { ForeignZone, LaterServed, ZONE_WRITER, type ZoneWriter } from '../publishing/zone-writer'
import { liveZones, markCompared, zonesToCompare } from './comparison.store'
import { Drift } from './drift'

/** The default interval: short where a comparison costs little, a day for an installation of many zones. */
const FEW_ZONES = 10_000
const INTERVAL_OF_FEW_MS = 3_600_000
const INTERVAL_OF_MANY_MS = 24 * 3_600_000
/** A round is planned to end before the interval does, so that a slow name server does not delay it. */
const SHARE_OF_INTERVAL = 0.8
const PAGE = 100
const AT_ONCE = 4
/** Consecutive failures after which the name servers count as unreachable and the sweep ends. */
const MOST_FAILURES = 3

/**
 * Compares every RRset of every zone with what the name servers have, each zone within an interval. Each sweep compares a
 * share of the zones, those first whose comparison is longest ago, so that the load is even.
 */
@Injectable()
export class ZoneComparison {
  private readonly log = new Logger('drift')

  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly versions: PublishedVersions,
    private readonly drift: Drift,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /** Compares the share of one sweep, and every zone whose interval is over. */
  async compare(sweepEveryMs: number): Promise<void> {
    const [{ count } = { count: 0 }] = await this.database.read(liveZones)
    const intervalMs = this.intervalFor(count)
    const roundMs = intervalMs * SHARE_OF_INTERVAL
    const now = this.clock.epochMs()
    // A sweep does not compare a zone twice, however few zones there are.
    const before = new Date(now - sweepEveryMs)
    for (let left = Math.ceil((count * sweepEveryMs) / roundMs); left > 0; left -= PAGE)
      if (!(await this.page(before, Math.min(left, PAGE), roundMs))) return
    while (await this.page(new Date(now - intervalMs), PAGE, roundMs));
  }

  private intervalFor(zones: number): number {
    const { DNS_COMPARE_SECONDS: seconds } = this.config
    if (seconds !== undefined) return seconds * 1_000
    return zones <= FEW_ZONES ? INTERVAL_OF_FEW_MS : INTERVAL_OF_MANY_MS
  }

  /** Compares the zones that wait longest. Returns whether to continue. */
  private async page(before: Date, limit: number, roundMs: number): Promise<boolean> {
    const zones = await this.database.read(zonesToCompare, { before, limit })
    const next = zones.values()
    let failures = 0
    const worker = async (): Promise<void> => {
      for (const { id } of next) {
        if (failures >= MOST_FAILURES) return
        try {
          await this.compareZone(id)
          failures = 0
          await this.database.read(markCompared, { id, now: this.clock.now() })
        } catch (error) {
          failures += 1
          this.log.warn(`zone ${id} cannot be compared: ${(error as Error).message}`)
          // The zone is compared again in the middle of the round, so that it does not stay first in the queue.
          await this.database.read(markCompared, { id, now: new Date(this.clock.epochMs() - roundMs / 2) })
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, zones.length) }, worker))
    return zones.length > 0 && failures < MOST_FAILURES
  }

  private async compareZone(id: number): Promise<void> {
    const zone = await this.versions.read(id)
    const { changes, raised } = await this.writer.stage(zone).then(
      ({ changes }) => {
        const refused = new Set(zone.unpublished.map(({ record }) => record))
        return { changes: changes.filter((change) => !refused.has(change)), raised: zone.version + 1n }
      },
      (error: Error) => {
        if (error instanceof LaterServed)
          return { changes: [error.message], raised: versionAfter(zone.version, error.serial) }
        if (!(error instanceof ForeignZone)) throw error
        this.log.warn(`${zone.name}: ${error.message}`)
        return { changes: [], raised: zone.version }
      },
    )
    if (changes.length === 0) return
    const finding = `${zone.name}: ${changes.slice(0, 10).join(', ')}`
    await this.drift.repair([{ id, version: zone.version, raised, finding }])
  }
}
