import { randomUUID } from 'node:crypto'
import { Injectable, Logger } from '@nestjs/common'
import { registryMaintenanceAnnounced } from '@nameyard/contracts/registry/maintenance-announced'
import {
  impactOf,
  infoMaintenance,
  listMaintenances,
  type Maintenance,
} from '@nameyard/epp/extensions/maintenance/maintenance'
import { MAINTENANCE } from '@nameyard/epp/namespaces'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Registry, RegistryAccount } from '../registries/registry'
import { queryTRID } from '../sessions/query-trid'
import type { Session } from '../sessions/session'
import {
  deleteMaintenance,
  deleteUnchangedMaintenance,
  maintenancesOf,
  presentMaintenances,
  putMaintenance,
  type AnnouncedMaintenance,
} from './maintenance.store'

/** How often the registry is asked what it has planned: messages tell about changes in between. */
const EVERY_MS = 3_600_000

/**
 * The planned maintenances of registries (RFC 9167), from their messages and their lists. A change is stored and told to
 * domains in one transaction, once, also if several workers learn of it.
 */
@Injectable()
export class Maintenances {
  private readonly log = new Logger('maintenance')
  private readonly askedAt = new Map<string, number>()

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Stores what a message says. */
  async keep(tx: Tx, registry: RegistryAccount, maintenance: Maintenance): Promise<void> {
    const { account } = registry
    const { id, pollType, changedAt } = maintenance
    if (pollType === 'delete') {
      const [deleted] = await tx.query(deleteMaintenance, { account, id })
      // Some registries name only the time of the change before it.
      if (deleted) await this.announce(tx, changedAt > deleted.changedAt ? { ...deleted, changedAt } : deleted, true)
    } else if (concerns(registry, maintenance)) await this.put(tx, this.rowOf(registry, maintenance))
  }

  /** What is planned or running at all accounts. */
  present(): Promise<readonly AnnouncedMaintenance[]> {
    return this.database.read(presentMaintenances, { now: this.clock.now() })
  }

  /** Compares with the list of the registry once an hour, where the session has it. */
  async compare(registry: Registry, session: Session): Promise<void> {
    const { account } = registry
    const now = this.clock.epochMs()
    const isOffered = session.objects.has(MAINTENANCE) || session.extensions.has(MAINTENANCE)
    if (!isOffered || now < (this.askedAt.get(account) ?? -Infinity) + EVERY_MS) return
    this.askedAt.set(account, now)
    // Read before the list: what a message announces meanwhile is no part of it.
    const known = await this.database.read(maintenancesOf, { account })
    const listed = await session.transact(listMaintenances(), { clTRID: queryTRID() })
    if (listed.outcome !== 'done') {
      this.log.warn(`${account} did not list its maintenances: ${listed.code} ${listed.results[0].msg}`)
      return
    }
    const missing = new Map(known.map((each) => [each.id, each]))
    for (const { id, changedAt } of listed.data) {
      if (missing.get(id)?.changedAt.getTime() !== changedAt.getTime()) await this.read(registry, session, id)
      missing.delete(id)
    }
    for (const each of missing.values()) await this.remove(each)
  }

  private async read(registry: Registry, session: Session, id: string): Promise<void> {
    const answer = await session.transact(infoMaintenance(id), { clTRID: queryTRID() })
    if (answer.outcome !== 'done' || !concerns(registry, answer.data)) return
    const row = this.rowOf(registry, answer.data)
    await this.inUnit((tx) => this.put(tx, row))
  }

  /** Follows that the registry no longer lists a maintenance: it does not take place, or has ended before its time. */
  private async remove(known: AnnouncedMaintenance): Promise<void> {
    const now = this.clock.now()
    if (known.endAt <= now) return
    await this.inUnit(async (tx) => {
      if (known.startAt <= now) return this.put(tx, { ...known, endAt: now })
      const [deleted] = await tx.query(deleteUnchangedMaintenance, known)
      if (deleted) await this.announce(tx, deleted, true)
    })
  }

  private inUnit(work: (tx: Tx) => Promise<void>): Promise<void> {
    return this.database.unitOfWork({ correlationId: randomUUID() }, work)
  }

  /** Stores a maintenance, and tells domains if something of it has changed. */
  private async put(tx: Tx, row: AnnouncedMaintenance): Promise<void> {
    const [changed] = await tx.query(putMaintenance, row)
    if (changed) await this.announce(tx, changed, false)
  }

  private announce(tx: Tx, row: AnnouncedMaintenance, isCancelled: boolean): Promise<void> {
    const { account, id, startAt, endAt, reason, impact, tlds, changedAt } = row
    return this.outbox.append(tx, registryMaintenanceAnnounced, {
      account,
      maintenanceId: id,
      isCancelled,
      startsAt: startAt.toISOString(),
      endsAt: endAt.toISOString(),
      reason,
      impact,
      tlds: [...tlds],
      changedAt: changedAt.toISOString(),
    })
  }

  private rowOf({ account }: RegistryAccount, maintenance: Maintenance): AnnouncedMaintenance {
    const { id, start, end, reason, tlds, changedAt, pollType } = maintenance
    const now = this.clock.now()
    const endAt = pollType === 'end' && end > now ? now : end
    return { account, id, startAt: start, endAt, reason, impact: impactOf(maintenance), tlds, changedAt }
  }
}

/** A registry announces the maintenances of its test environments in production too. */
function concerns({ isTestEnvironment }: RegistryAccount, { environment }: Maintenance): boolean {
  return isTestEnvironment || environment === 'production'
}
