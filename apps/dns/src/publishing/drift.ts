import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { knownZones, markCompared, repairZones, zonesToCompare, type KnownZone } from './drift.store'
import { ForeignZone, isAtLeast, LaterServed, serialOf, versionBehind, ZONE_WRITER } from './zone-writer'
import type { HeldZone, ZoneWriter } from './zone-writer'
import { ZoneVersions } from './zone-versions'

/** Every zone is compared as a whole at least so often. */
const COMPARED_EVERY_MS = 24 * 3_600_000

/** A zone that the name servers do not answer as it was published, and the version it is published anew with. */
interface Repair {
  readonly id: number
  readonly version: bigint
  readonly raised: bigint
  /** What is wrong, for people. */
  readonly finding: string
}

/**
 * Finds name servers that say something else than was published, whoever did it: their store was lost, put back or
 * edited. Repairs by publishing anew, in a later version. What is not ours is told of and left alone.
 */
@Injectable()
export class Drift {
  private readonly log = new Logger('drift')

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ZoneVersions) private readonly versions: ZoneVersions,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /** Compares the serials of all zones in one question. */
  async compareSerials(): Promise<void> {
    // First what we know: a zone that is published in between is then recognised by its version.
    const known = await this.database.read<KnownZone>(knownZones)
    const held = new Map((await this.writer.list()).map((zone) => [zone.name, zone]))
    const repairs: Repair[] = []
    for (const zone of known) {
      const served = held.get(zone.name)
      held.delete(zone.name)
      if (zone.isSettled) repairs.push(...this.verdict(zone, served))
    }
    for (const { name, isOurs } of held.values())
      if (isOurs) this.log.warn(`${name}: the name servers have it under our mark, but it was never a zone here`)
    await this.repair(repairs)
  }

  /** Compares zones whole, those whose turn it is. */
  async compareZones(): Promise<void> {
    const before = new Date(this.clock.epochMs() - COMPARED_EVERY_MS)
    for (const { id } of await this.database.read<{ id: number }>(zonesToCompare, [before])) {
      const zone = await this.versions.read(id)
      const found = await this.writer.stage(zone).then(
        ({ changes }) => ({ changes, raised: zone.version + 1n }),
        (error: Error) => {
          if (error instanceof LaterServed)
            return { changes: [error.message], raised: versionBehind(zone.version, error.serial) }
          if (!(error instanceof ForeignZone)) throw error
          this.log.warn(`${zone.name}: ${error.message}`)
          return { changes: [], raised: zone.version }
        },
      )
      const { changes, raised } = found
      if (changes.length > 0)
        await this.repair([{ id, version: zone.version, raised, finding: `${zone.name}: ${changes.join(', ')}` }])
      await this.database.read(markCompared, [id, this.clock.now()])
    }
  }

  private verdict({ id, name, isDeleted, ...zone }: KnownZone, held: HeldZone | undefined): Repair[] {
    const version = BigInt(zone.version)
    const again = { id, version, raised: version + 1n }
    if (isDeleted) return held?.isOurs ? [{ ...again, finding: `${name}: deleted, but still there` }] : []
    if (held === undefined) return [{ ...again, finding: `${name}: missing` }]
    if (!held.isOurs) {
      this.log.warn(`${name}: the name servers have a zone of that name that is not ours`)
      return []
    }
    const serial = serialOf(version)
    if (zone.isSlave || held.serial === serial) return []
    const raised = isAtLeast(held.serial, serial) ? versionBehind(version, held.serial) : version + 1n
    return [{ ...again, raised, finding: `${name}: serial ${held.serial} instead of ${serial}` }]
  }

  private async repair(repairs: readonly Repair[]): Promise<void> {
    if (repairs.length === 0) return
    const repaired = await this.database.read<{ id: number }>(repairZones, [
      this.clock.now(),
      repairs.map(({ id }) => id),
      repairs.map(({ version }) => version),
      repairs.map(({ raised }) => raised),
    ])
    const ids = new Set(repaired.map(({ id }) => id))
    for (const { id, finding } of repairs) if (ids.has(id)) this.log.warn(`published anew: ${finding}`)
  }
}
