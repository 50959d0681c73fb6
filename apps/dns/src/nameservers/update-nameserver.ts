import { Controller, Inject } from '@nestjs/common'
import { updateNameserver } from '@nameyard/contracts/dns/update-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { parseAddresses, storedName } from './host'
import { changeNameserver } from './nameserver.store'

@Controller()
export class UpdateNameserver {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Gives the nameserver the addresses of the request and no others. */
  @Handles(updateNameserver)
  async execute(input: Input<typeof updateNameserver>, call: Call): Promise<Result<typeof updateNameserver>> {
    const { name } = input
    const { ip, ip6 } = parseAddresses(input)
    if (ip === null && ip6 === null) fail('nameserver_address_missing', { name })
    const values = [resellerOf(call), storedName(name), ip, ip6, this.clock.now()]
    return this.database.unitOfWork(call, async (tx) => {
      const changed = await tx.query(changeNameserver, values)
      if (changed.length === 0) fail('nameserver_not_found', { name })
      return { success: true }
    })
  }
}
