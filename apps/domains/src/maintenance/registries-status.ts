import { Controller } from '@nestjs/common'
import { registriesStatus } from '@nameyard/contracts/domains/registries-status'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { describeRegistryStatus } from '@nameyard/contracts/registry/describe-status'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { soldAt } from '../tlds/catalogue'
import { asSold } from './as-sold'
import { announcedOfRegistries, presentMaintenances, type PlannedMaintenance } from './maintenance.store'

type WorkerStatus = Result<typeof describeRegistryStatus>['registries'][number]
type Maintenance = Omit<WorkerStatus['maintenances'][number], 'account' | 'maintenanceId'>
type Status = Omit<WorkerStatus, 'maintenances'> & { readonly maintenances: readonly Maintenance[] }

/** Tells whether the registries of the sold extensions work, and what they have planned. */
@Controller()
export class RegistriesStatus {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(registriesStatus)
  async execute(
    { extensions, limit, offset }: Input<typeof registriesStatus>,
    call: Call,
  ): Promise<Result<typeof registriesStatus>> {
    const now = this.clock.now()
    const [{ registries }, announced] = await Promise.all([
      this.rpc.call(describeRegistryStatus, {}, call),
      this.database.read(presentMaintenances, { now }),
    ])
    const sold = new Set(soldAt(now).map(({ extension }) => extension))
    const only = extensions && new Set(extensions.map(asSold))
    const known = await this.announcedOf(registries)
    const found = registries
      .filter(({ extension }) => sold.has(extension) && (!only || only.has(extension)))
      .sort((one, other) => (one.extension < other.extension ? -1 : 1))
    return {
      results: found
        .slice(offset, offset + limit)
        .map((each) => shown(withAnnounced(each, announced, known, now), sold)),
      total: found.length,
    }
  }

  /** The extensions for which accounts were told of what registries have planned, by the maintenance. */
  private async announcedOf(registries: readonly WorkerStatus[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const planned = registries.flatMap(({ maintenances }) => maintenances)
    if (planned.length === 0) return new Map()
    const rows = await this.database.read(announcedOfRegistries, {
      accounts: planned.map(({ account }) => account),
      registryIds: planned.map(({ maintenanceId }) => maintenanceId),
    })
    return new Map(
      rows.map(({ registryAccount, registryId, extensions }) => [
        keyOf({ account: registryAccount, maintenanceId: registryId }),
        extensions,
      ]),
    )
  }
}

/** A status with the maintenances that accounts were told of. Those count before what the worker knows of the same ones. */
function withAnnounced(
  status: WorkerStatus,
  announced: readonly PlannedMaintenance[],
  known: ReadonlyMap<string, readonly string[]>,
  now: Date,
): Status {
  const { extension, state } = status
  const own = announced.filter(({ extensions }) => extensions.includes(extension))
  const told = own.map(({ startsAt, endsAt, reason, impact, extensions }) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    reason,
    impact,
    extensions: [...extensions],
  }))
  const untold = status.maintenances.filter((each) => !known.get(keyOf(each))?.includes(extension))
  const maintenances = [...untold, ...told].toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
  const running = maintenances.find(({ startsAt, impact }) => new Date(startsAt) <= now && impact !== 'none')
  const since = status.since ?? running?.startsAt
  return { extension, state: running ? 'maintenance' : state, ...(since !== undefined && { since }), maintenances }
}

/** Identifies a maintenance that a registry has announced. */
const keyOf = ({ account, maintenanceId }: { readonly account: string; readonly maintenanceId: string }) =>
  JSON.stringify([account, maintenanceId])

function shown({ extension, state, since, maintenances }: Status, sold: ReadonlySet<string>) {
  return {
    extension,
    state,
    ...(since !== undefined && { since: printDate(new Date(since)) }),
    maintenance: maintenances.map(({ startsAt, endsAt, reason, impact, extensions }) => ({
      start: printDate(new Date(startsAt)),
      end: printDate(new Date(endsAt)),
      reason,
      impact,
      extensions: extensions.filter((each) => sold.has(each)),
    })),
  }
}
