import { Controller } from '@nestjs/common'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { AssignedNameservers } from '../assigned-nameservers/assigned-nameservers'
import { readGroup } from './ns-group.store'

/** Returns the nameservers of a group, for the service that delegates domains. */
@Controller()
export class ResolveNameserverGroup {
  constructor(
    private readonly nameservers: AssignedNameservers,
    private readonly database: Database,
  ) {}

  @Handles(resolveNameserverGroup)
  async execute(
    { resellerId, group }: Input<typeof resolveNameserverGroup>,
    call: Call,
  ): Promise<Result<typeof resolveNameserverGroup>> {
    const assigned = await this.nameservers.of(resellerId, call)
    const values = { resellerId, platformNameservers: assigned, group, id: null }
    const [found] = await this.database.read(readGroup, values)
    if (found === undefined) return fail('ns_group_not_found', { group })
    const nameservers = found.name_servers.map(({ name, ip, ip6 }) => ({
      name,
      ...(ip && { ip }),
      ...(ip6 && { ip6 }),
    }))
    return { group: found.ns_group, groupId: found.id, nameservers }
  }
}
