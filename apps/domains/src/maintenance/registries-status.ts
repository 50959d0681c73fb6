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
import { presentMaintenances, type PlannedMaintenance } from './maintenance.store'

type Status = Result<typeof describeRegistryStatus>['registries'][number]

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
    const found = registries
      .filter(({ extension }) => sold.has(extension) && (!only || only.has(extension)))
      .sort((one, other) => (one.extension < other.extension ? -1 : 1))
    return {
      results: found.slice(offset, offset + limit).map((each) => shown(withAnnounced(each, announced, now), sold)),
      total: found.length,
    }
  }
}

/** A status with the maintenances of the extension that operators have announced. */
function withAnnounced(status: Status, announced: readonly PlannedMaintenance[], now: Date): Status {
  const own = announced.filter(({ extensions }) => extensions.includes(status.extension))
  if (own.length === 0) return status
  const running = own.find(({ startsAt, impact }) => startsAt <= now && impact !== 'none')
  const planned = own.map(({ startsAt, endsAt, impact, extensions }) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    reason: 'planned' as const,
    impact,
    extensions: [...extensions],
  }))
  return {
    ...status,
    ...(running && status.state !== 'maintenance' && { state: 'maintenance' }),
    ...(running && status.since === undefined && { since: running.startsAt.toISOString() }),
    maintenances: [...status.maintenances, ...planned].toSorted((one, other) =>
      one.startsAt < other.startsAt ? -1 : 1,
    ),
  }
}

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
