import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { isAtLeast, serialOf, versionAfter } from '@nameyard/zone/serial'
import { SlaveTransfers } from '../publishing/slave-transfers'
import { ZONE_WRITER, type HeldZone, type ZoneWriter } from '../publishing/zone-writer'
import { knownZones, repairZones, type KnownZone } from './drift.store'

/** A zone that the name servers do not answer as it was published, and the version that repairs it. */
export interface Repair {
  readonly id: number
  readonly version: bigint
  readonly raised: bigint
  /** Description of the difference, for the log. */
  readonly finding: string
}

/**
 * Finds name servers whose answers differ from what was published: their store was lost, restored or edited. Repairs a
 * zone by publishing it again in a later version. Zones of other owners are logged and not changed.
 */
@Injectable()
export class Drift {
  private readonly log = new Logger('drift')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly transfers: SlaveTransfers,
    @Inject(ZONE_WRITER) private readonly writer: ZoneWriter,
  ) {}

  /** Compares the list of zones, their serials and whether they are signed, with one request. */
  async compareSerials(): Promise<void> {
    // Our own zones first: a zone that is published in between is then recognised by its version.
    const known = await this.database.read(knownZones)
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
      if (isOurs) this.log.warn(`${name}: the name servers have it under our account, but it was never a zone here`)
    await this.repair(repairs)
    await this.transfers.follow(slaves)
  }

  /** Publishes zones again, except those that have changed since they were compared. */
  async repair(repairs: readonly Repair[]): Promise<void> {
    if (repairs.length === 0) return
    const repaired = await this.database.read(repairZones, {
      now: this.clock.now(),
      ids: repairs.map(({ id }) => id),
      versions: repairs.map(({ version }) => version),
      raised: repairs.map(({ raised }) => raised),
    })
    const ids = new Set(repaired.map(({ id }) => id))
    for (const { id, finding } of repairs) if (ids.has(id)) this.log.warn(`published again: ${finding}`)
  }

  private verdict({ id, name, isDeleted, ...zone }: KnownZone, held: HeldZone | undefined): Repair[] {
    const version = BigInt(zone.version)
    const again = { id, version, raised: version + 1n }
    if (isDeleted) return held?.isOurs ? [{ ...again, finding: `${name}: deleted, but still served` }] : []
    if (held === undefined) return [{ ...again, finding: `${name}: missing` }]
    if (!held.isOurs) {
      this.log.warn(`${name}: the name servers have a zone of that name that is not ours`)
      return []
    }
    if (zone.isSlave) return []
    const serial = serialOf(version)
    if (held.serial !== serial) {
      const raised = isAtLeast(held.serial, serial) ? versionAfter(version, held.serial) : version + 1n
      return [{ ...again, raised, finding: `${name}: serial ${held.serial} instead of ${serial}` }]
    }
    // Without its key, a zone whose DS the parent still has is bogus for every validating resolver.
    if (held.isSigned === undefined || held.isSigned === zone.isSigned) return []
    return [{ ...again, finding: `${name}: ${zone.isSigned ? 'its key is missing' : 'signed, but has no key here'}` }]
  }
}
