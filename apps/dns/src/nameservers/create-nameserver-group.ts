import { Controller } from '@nestjs/common'
import { createNameserverGroup } from '@nameyard/contracts/dns/create-nameserver-group'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { isPlatformGroup, newGroupName, parseMembers } from './ns-group'
import { insertGroup, replaceMembers } from './ns-group.store'

type Given = Input<typeof createNameserverGroup>

@Controller()
export class CreateNameserverGroup {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(createNameserverGroup)
  async execute(input: Given, call: Call): Promise<Result<typeof createNameserverGroup>> {
    const resellerId = resellerOf(call)
    const group = newGroupName(input.ns_group)
    const members = parseMembers(input.name_servers)
    if (isPlatformGroup(group)) fail('ns_group_exists', { group })
    return this.database.unitOfWork(call, async (tx) => {
      const [made] = await tx.query(insertGroup, { resellerId, group, now: this.clock.now() })
      if (made === undefined) return fail('ns_group_exists', { group })
      await replaceMembers(tx, resellerId, made.id, members)
      return { success: true }
    })
  }
}
