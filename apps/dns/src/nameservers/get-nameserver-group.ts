import { Controller } from '@nestjs/common'
import { getNameserverGroup } from '@nameyard/contracts/dns/get-nameserver-group'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { readGroup } from './ns-group.store'

@Controller()
export class GetNameserverGroup {
  constructor(
    private readonly nameservers: AssignedNameservers,
    private readonly database: Database,
  ) {}

  @Handles(getNameserverGroup)
  async execute(
    { ns_group: group, id }: Input<typeof getNameserverGroup>,
    call: Call,
  ): Promise<Result<typeof getNameserverGroup>> {
    const resellerId = resellerOf(call)
    const assigned = await this.nameservers.of(resellerId, call)
    const values = { resellerId, platformNameservers: assigned, group, id: id ?? null }
    const [found] = await this.database.read(readGroup, values)
    return found ?? fail('ns_group_not_found', { group: id ?? group })
  }
}
