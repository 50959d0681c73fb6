import { Injectable, Logger } from '@nestjs/common'
import {
  impactOf,
  infoMaintenance,
  listMaintenances,
  type Maintenance,
} from '@nameyard/epp/extensions/maintenance/maintenance'
import { MAINTENANCE } from '@nameyard/epp/namespaces'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Registry, RegistryAccount } from '../registries/registry'
import { queryTRID } from '../sessions/query-trid'
import type { Session } from '../sessions/session'
import { deleteMaintenance, presentMaintenances, putMaintenance, type AnnouncedMaintenance } from './maintenance.store'

/** How often the registry is asked what it has planned: messages tell about changes in between. */
const EVERY_MS = 3_600_000

/** The planned maintenances of registries (RFC 9167), from their messages and their lists. */
@Injectable()
export class Maintenances {
  private readonly log = new Logger('maintenance')
  private readonly askedAt = new Map<string, number>()

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores what a message says. */
  async keep(tx: Tx, registry: RegistryAccount, maintenance: Maintenance): Promise<void> {
    const { account } = registry
    const { id, pollType } = maintenance
    if (pollType === 'delete') await tx.query(deleteMaintenance, { account, id })
    else if (concerns(registry, maintenance)) await tx.query(putMaintenance, this.rowOf(registry, maintenance))
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
    const listed = await session.transact(listMaintenances(), { clTRID: queryTRID() })
    if (listed.outcome !== 'done') {
      this.log.warn(`${account} did not list its maintenances: ${listed.code} ${listed.results[0].msg}`)
      return
    }
    const known = new Map(
      (await this.present()).filter((each) => each.account === account).map((each) => [each.id, each.changedAt]),
    )
    for (const { id, changedAt } of listed.data) {
      if (known.get(id)?.getTime() !== changedAt.getTime()) await this.read(registry, session, id)
      known.delete(id)
    }
    for (const id of known.keys()) await this.database.read(deleteMaintenance, { account, id })
  }

  private async read(registry: Registry, session: Session, id: string): Promise<void> {
    const answer = await session.transact(infoMaintenance(id), { clTRID: queryTRID() })
    if (answer.outcome === 'done' && concerns(registry, answer.data))
      await this.database.read(putMaintenance, this.rowOf(registry, answer.data))
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
