import { Controller } from '@nestjs/common'
import { updateNameserverGroup } from '@nameyard/contracts/dns/update-nameserver-group'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { isPlatformGroup, parseMembers } from './ns-group'
import { replaceMembers, touchGroup } from './ns-group.store'

type Given = Input<typeof updateNameserverGroup>

@Controller()
export class UpdateNameserverGroup {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Replaces all nameservers of the group. Domains keep the nameservers with which they were ordered. */
  @Handles(updateNameserverGroup)
  async execute(input: Given, call: Call): Promise<Result<typeof updateNameserverGroup>> {
    const resellerId = resellerOf(call)
    const group = input.ns_group
    if (isPlatformGroup(group)) fail('ns_group_managed', { group })
    const members = parseMembers(input.name_servers)
    return this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(touchGroup, { resellerId, group, now: this.clock.now() })
      if (found === undefined) return fail('ns_group_not_found', { group })
      await replaceMembers(tx, resellerId, found.id, members)
      return { success: true }
    })
  }
}
