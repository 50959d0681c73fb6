import { Controller, Inject } from '@nestjs/common'
import { deleteNameserver } from '@nameyard/contracts/dns/delete-nameserver'
import { countDomainsOfNameserver } from '@nameyard/contracts/domains/count-domains-of-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { storedName } from './host'
import { deleteLiveNameserver, readNameserver } from './nameserver.store'

@Controller()
export class DeleteNameserver {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Removes a nameserver that neither a domain nor a group of the account uses. */
  @Handles(deleteNameserver)
  async execute(input: Input<typeof deleteNameserver>, call: Call): Promise<Result<typeof deleteNameserver>> {
    const resellerId = resellerOf(call)
    const name = storedName(input.name)
    const [live] = await this.database.read(readNameserver, [resellerId, name])
    if (live === undefined) fail('nameserver_not_found', { name: input.name })
    const { count } = await this.rpc.call(countDomainsOfNameserver, { resellerId, name }, call)
    if (count > 0) fail('nameserver_in_use', { name })
    return this.database.unitOfWork(call, async (tx) => {
      const values = [resellerId, name, this.clock.now()]
      const [found] = await tx.query<{ isGrouped: boolean }>(deleteLiveNameserver, values)
      if (found === undefined) return fail('nameserver_not_found', { name })
      if (found.isGrouped) fail('nameserver_in_use', { name })
      return { success: true }
    })
  }
}
