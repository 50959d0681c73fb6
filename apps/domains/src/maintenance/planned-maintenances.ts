import { Injectable } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import {
  maintenanceChanged,
  maintenancePlanned,
  maintenanceWithdrawn,
  type maintenanceState,
} from '@nameyard/contracts/events/catalogue/maintenance-events'
import type { Call } from '@nameyard/contracts/operation'
import { AccountEvents } from '@nameyard/outbox/account-events'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { maintenanceOnWire } from './maintenance-on-wire'
import {
  insertMaintenance,
  lockMaintenance,
  lockMaintenanceOfRegistry,
  saveMaintenance,
  type PlannedMaintenance,
} from './maintenance.store'
import { firstOf, followed, type Announcement } from './registry-announcement'

type Announced = Pick<PlannedMaintenance, 'endsAt' | 'extensions' | 'impact' | 'registryAccount' | 'startsAt' | 'text'>
type Change = Partial<Pick<PlannedMaintenance, 'endsAt' | 'impact' | 'startsAt' | 'text' | 'withdrawnAt'>>

/**
 * Writes what operators and registries announce: the row, the event for all accounts, and the audit log of operators in one
 * transaction.
 */
@Injectable()
export class PlannedMaintenances {
  constructor(
    private readonly database: Database,
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  async announce(announced: Announced, call: Call): Promise<PlannedMaintenance> {
    const now = this.clock.now()
    refuseWindow(announced, now)
    return this.database.unitOfWork(call, async (tx) => {
      const [row] = await tx.query(insertMaintenance, {
        ...announced,
        registryId: null,
        registryChangedAt: null,
        reason: 'planned',
        announcedAt: now,
        changedAt: now,
        withdrawnAt: null,
        setBy: operatorOf(call),
      })
      await this.tell(tx, maintenancePlanned, row!)
      return row!
    })
  }

  async change(id: number, change: Change, call: Call): Promise<PlannedMaintenance> {
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const [before] = await tx.query(lockMaintenance, { id, now })
      if (!before) fail('invalid_input', { field: 'id', problem: `no maintenance ${id} is planned or running` })
      const after = { ...before, ...change, changedAt: now, setBy: operatorOf(call) }
      if (!after.withdrawnAt) refuseWindow(after, now)
      await tx.query(saveMaintenance, after)
      await this.tell(tx, after.withdrawnAt ? maintenanceWithdrawn : maintenanceChanged, after)
      return after
    })
  }

  /** Follows what a registry says of a maintenance. Only what accounts see of it is told. */
  async follow(tx: Tx, said: Announcement): Promise<void> {
    const now = this.clock.now()
    const { account, registryId } = said
    const [before] = await tx.query(lockMaintenanceOfRegistry, { account, registryId })
    if (!before) {
      const first = firstOf(said, now)
      // If another message about it is handled at this moment, one of both meets the unique index and is delivered again.
      const [row] = first ? await tx.query(insertMaintenance, first) : []
      if (row && !row.withdrawnAt) await this.tell(tx, maintenancePlanned, row)
      return
    }
    const after = followed(before, said, now)
    if (!after) return
    await tx.query(saveMaintenance, after)
    if (after.changedAt === before.changedAt) return
    const isBack = before.withdrawnAt && !after.withdrawnAt
    await this.tell(
      tx,
      after.withdrawnAt ? maintenanceWithdrawn : isBack ? maintenancePlanned : maintenanceChanged,
      after,
    )
  }

  private async tell(
    tx: Tx,
    type: AccountEvent<string, typeof maintenanceState>,
    row: PlannedMaintenance,
  ): Promise<void> {
    const object = `registries/maintenances/${row.id}`
    await this.events.broadcast(tx, type, { object, at: row.changedAt, state: maintenanceOnWire(row) })
    const { startsAt, endsAt, impact, text, extensions, withdrawnAt } = row
    tellAudit(tx, {
      resellerId: null,
      subject: `maintenance ${row.id} of ${extensions.map((each) => `.${each}`).join(', ')}`,
      changes: withdrawnAt
        ? { withdrawn: { to: true } }
        : {
            starts_at: { to: startsAt.toISOString() },
            ends_at: { to: endsAt.toISOString() },
            impact: { to: impact },
            text: { to: text },
          },
    })
  }
}

const operatorOf = ({ operator = 'operator' }: Call) => operator

/** Refuses a maintenance that ends before it starts, or has ended. */
function refuseWindow({ startsAt, endsAt }: Pick<PlannedMaintenance, 'endsAt' | 'startsAt'>, now: Date): void {
  if (endsAt <= startsAt) fail('invalid_input', { field: 'endsAt', problem: 'must be later than the start' })
  if (endsAt <= now) fail('invalid_input', { field: 'endsAt', problem: 'is in the past' })
}
