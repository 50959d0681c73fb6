import { Inject, Injectable, Logger } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { isAtLeast, serialOf, versionAfter } from '@nameyard/zone/serial'
import { SlaveTransfers } from '../publishing/slave-transfers'
import { ZONE_WRITER, type HeldZone, type ZoneWriter } from '../publishing/zone-writer'
import { knownZones, repairZones, zonesNamed, type KnownZone } from './drift.store'

/** Zones of one statement. */
const PAGE = 1_000

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

  /**
   * Compares the list of zones, their serials and whether they are signed. Our zones are read after the list, a page at a time,
   * so a zone that is published in between looks different. What differs is read again and compared with a new list.
   */
  async compareSerials(): Promise<void> {
    const held = await this.held()
    const unknown = new Set(held.keys())
    const slaves = new Map<string, HeldZone>()
    const suspects: string[] = []
    for await (const page of this.pages())
      for (const zone of page) {
        const served = held.get(zone.name)
        unknown.delete(zone.name)
        if (zone.isSlave && served !== undefined) slaves.set(zone.name, served)
        if (zone.isSettled && this.verdict(zone, served) !== undefined) suspects.push(zone.name)
      }
    for (const name of unknown)
      if (held.get(name)!.isOurs)
        this.log.warn(`${name}: the name servers have it under our account, but it was never a zone here`)
    await this.compareAgain(suspects)
    await this.transfers.follow(slaves)
  }

  /** Our own zones first: a zone that is published in between is then recognised by its version. */
  private async compareAgain(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    const known: KnownZone[] = []
    for (let at = 0; at < names.length; at += PAGE)
      known.push(...(await this.database.read(zonesNamed, { names: names.slice(at, at + PAGE) })))
    const held = await this.held()
    const repairs = known.flatMap((zone) => (zone.isSettled ? (this.verdict(zone, held.get(zone.name)) ?? []) : []))
    for (let at = 0; at < repairs.length; at += PAGE) await this.repair(repairs.slice(at, at + PAGE))
  }

  private async held(): Promise<Map<string, HeldZone>> {
    return new Map((await this.writer.list()).map((zone) => [zone.name, zone]))
  }

  /** Our zones by name, the last deleted one where none is left. */
  private async *pages(): AsyncGenerator<readonly KnownZone[]> {
    let after = ''
    for (;;) {
      const page = await this.database.read(knownZones, { after, limit: PAGE })
      if (page.length > 0) yield page
      if (page.length < PAGE) return
      after = page.at(-1)!.name
    }
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

  /** Returns undefined for a zone that is served as it was published. */
  private verdict({ id, name, isDeleted, ...zone }: KnownZone, held: HeldZone | undefined): Repair | undefined {
    const version = BigInt(zone.version)
    const again = { id, version, raised: version + 1n }
    if (isDeleted) return held?.isOurs ? { ...again, finding: `${name}: deleted, but still served` } : undefined
    if (held === undefined) return { ...again, finding: `${name}: missing` }
    if (!held.isOurs) {
      this.log.warn(`${name}: the name servers have a zone of that name that is not ours`)
      return undefined
    }
    if (zone.isSlave) return undefined
    const serial = serialOf(version)
    if (held.serial !== serial) {
      const raised = isAtLeast(held.serial, serial) ? versionAfter(version, held.serial) : version + 1n
      return { ...again, raised, finding: `${name}: serial ${held.serial} instead of ${serial}` }
    }
    // Without its key, a zone whose DS the parent still has is bogus for every validating resolver.
    if (held.isSigned === undefined || held.isSigned === zone.isSigned) return undefined
    return { ...again, finding: `${name}: ${zone.isSigned ? 'its key is missing' : 'signed, but has no key here'}` }
  }
}
