import { Controller, Inject } from '@nestjs/common'
import { createNameserver } from '@nameyard/contracts/dns/create-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { parseHost } from './host'
import { insertNameserver, type WireNameserver } from './nameserver.store'

@Controller()
export class CreateNameserver {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Handles(createNameserver)
  async execute(input: Input<typeof createNameserver>, call: Call): Promise<Result<typeof createNameserver>> {
    const { name, ip, ip6 } = parseHost(input)
    if (ip === null && ip6 === null) fail('nameserver_address_missing', { name })
    const values = [resellerOf(call), name, ip, ip6, this.clock.now()]
    return this.database.unitOfWork(call, async (tx) => {
      const [made] = await tx.query<WireNameserver>(insertNameserver, values)
      return made ?? fail('nameserver_exists', { name })
    })
  }
}
