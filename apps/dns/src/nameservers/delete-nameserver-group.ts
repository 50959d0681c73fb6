import { Controller } from '@nestjs/common'
import { deleteNameserverGroup } from '@nameyard/contracts/dns/delete-nameserver-group'
import { countDomainsByGroups } from '@nameyard/contracts/domains/count-domains-by-groups'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { isPlatformGroup } from './ns-group'
import { deleteLiveGroup, readGroup } from './ns-group.store'

@Controller()
export class DeleteNameserverGroup {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  /** Deletes a group that no domain of the account uses. */
  @Handles(deleteNameserverGroup)
  async execute(
    { ns_group: group }: Input<typeof deleteNameserverGroup>,
    call: Call,
  ): Promise<Result<typeof deleteNameserverGroup>> {
    const resellerId = resellerOf(call)
    if (isPlatformGroup(group)) fail('ns_group_managed', { group })
    const [live] = await this.database.read(readGroup, { resellerId, platformNameservers: [], group, id: null })
    if (live === undefined) return fail('ns_group_not_found', { group })
    const { counts } = await this.rpc.call(countDomainsByGroups, { resellerId, groups: [live.ns_group] }, call)
    if (counts.length > 0) fail('ns_group_in_use', { group })
    return this.database.unitOfWork(call, async (tx) => {
      const deleted = await tx.query(deleteLiveGroup, { resellerId, group, now: this.clock.now() })
      if (deleted.length === 0) fail('ns_group_not_found', { group })
      return { success: true }
    })
  }
}
