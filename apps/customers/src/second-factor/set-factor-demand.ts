import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { accountSecondFactorChanged } from '@nameyard/contracts/events/catalogue/access-events'
import { setFactorDemand } from '@nameyard/contracts/factors/set-factor-demand'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { AccountEvents } from '@nameyard/outbox/account-events'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { FactorHolders } from './factor-holders'
import { lately, peopleOnWire } from './people-without-factor'
import { findPeopleWithoutFactor, updateDemand } from './second-factor.store'

@Controller()
export class SetFactorDemand {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly holders: FactorHolders,
    private readonly events: AccountEvents,
  ) {}

  /** Tokens in use stay valid until they expire. The caller needs a factor, so that an administrator can still log in. */
  @Handles(setFactorDemand)
  async execute(
    { is_required: isRequired, force = false }: Input<typeof setFactorDemand>,
    call: Call,
  ): Promise<Result<typeof setFactorDemand>> {
    const { resellerId, factors } = await this.holders.administratorOf(call)
    if (isRequired && factors === 0) fail('own_factor_missing')
    return this.database.unitOfWork(call, async (tx) => {
      const given = lately(resellerId, this.clock.machineNow())
      const people = peopleOnWire(await tx.query(findPeopleWithoutFactor, given))
      const [switched] = await tx.query(updateDemand, { resellerId, isRequired })
      if (!switched) return { success: true, people }
      const [latest] = people
      if (isRequired && latest && !force) {
        fail('people_without_factor', { username: latest.username, count: people.length })
      }
      const changes = { is_second_factor_required: { from: !isRequired, to: isRequired } }
      const [now, subject] = [this.clock.now(), `reseller ${resellerId}`]
      await this.events.record(tx, accountSecondFactorChanged, {
        resellerId,
        object: `auth/second-factor/${resellerId}`,
        at: now,
        state: { is_required: isRequired },
      })
      await recordChange(tx, { call, now, operation: setFactorDemand, resellerId, subject, changes })
      return { success: true, people }
    })
  }
}
