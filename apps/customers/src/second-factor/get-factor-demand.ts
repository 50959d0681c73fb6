import { Controller } from '@nestjs/common'
import { getFactorDemand } from '@nameyard/contracts/factors/get-factor-demand'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { FactorHolders } from './factor-holders'
import { lately, peopleOnWire } from './people-without-factor'
import { findPeopleWithoutFactor } from './second-factor.store'

@Controller()
export class GetFactorDemand {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly holders: FactorHolders,
  ) {}

  @Handles(getFactorDemand)
  async execute(_: Input<typeof getFactorDemand>, call: Call): Promise<Result<typeof getFactorDemand>> {
    const { resellerId, isRequired } = await this.holders.administratorOf(call)
    const given = lately(resellerId, this.clock.machineNow())
    return { is_required: isRequired, people: peopleOnWire(await this.database.read(findPeopleWithoutFactor, given)) }
  }
}
