import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { knownZones, repairZones, type KnownZone } from './drift.store'
import { SlaveTransfers } from './slave-transfers'
import { isAtLeast, serialOf, versionBehind, ZONE_WRITER } from './zone-writer'
import type { HeldZone, ZoneWriter } from './zone-writer'

/** A zone that the name servers do not answer as it was published, and the version it is published anew with. */
export interface Repair {
  readonly id: number
  readonly version: bigint
  readonly raised: bigint
  /** What is wrong, for people. */
  readonly finding: string
}

/**
 * Finds name servers that say something else than was published: their store was lost, restored or edited. Repairs by
 * publishing the zone again in a later version. Zones of others are logged and left alone.
 */
@Injectable()
export class Drift {
  private readonly log = new Logger('drift')

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(SlaveTransfers) private readonly transfers: SlaveTransfers,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /** Compares which zones there are, their serials and whether they are signed, all in one question. */
  async compareSerials(): Promise<void> {
    // First what we know: a zone that is published in between is then recognised by its version.
    const known = await this.database.read<KnownZone>(knownZones)
    const held = new Map((await this.writer.list()).map((zone) => [zone.name, zone]))
    const repairs: Repair[] = []
    const slaves = new Map<string, HeldZone>()
    for (const zone of known) {
      const served = held.get(zone.name)
      held.delete(zone.name)
      if (zone.isSlave && served !== undefined) slaves.set(zone.name, served)
      if (zone.isSettled) repairs.push(...this.verdict(zone, served))
    }
    for (const { name, isOurs } of held.values())
      if (isOurs) this.log.warn(`${name}: the name servers have it under our mark, but it was never a zone here`)
    await this.repair(repairs)
    await this.transfers.follow(slaves)
  }

  /** Publishes zones again, except those that have changed since they were looked at. */
  async repair(repairs: readonly Repair[]): Promise<void> {
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

  private verdict({ id, name, isDeleted, ...zone }: KnownZone, held: HeldZone | undefined): Repair[] {
    const version = BigInt(zone.version)
    const again = { id, version, raised: version + 1n }
    if (isDeleted) return held?.isOurs ? [{ ...again, finding: `${name}: deleted, but still there` }] : []
    if (held === undefined) return [{ ...again, finding: `${name}: missing` }]
    if (!held.isOurs) {
      this.log.warn(`${name}: the name servers have a zone of that name that is not ours`)
      return []
    }
    if (zone.isSlave) return []
    const serial = serialOf(version)
    if (held.serial !== serial) {
      const raised = isAtLeast(held.serial, serial) ? versionBehind(version, held.serial) : version + 1n
      return [{ ...again, raised, finding: `${name}: serial ${held.serial} instead of ${serial}` }]
    }
    // Without its key, a zone whose DS the parent still has is bogus for every validating resolver.
    if (held.isSigned === undefined || held.isSigned === zone.isSigned) return []
    return [{ ...again, finding: `${name}: ${zone.isSigned ? 'its key is missing' : 'signed, but has no key here'}` }]
  }
}
