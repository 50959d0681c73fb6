import { Controller, Inject } from '@nestjs/common'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { readGroup, type WireGroup } from './ns-group.store'

/** Tells what a group stands for, for the service that delegates domains. */
@Controller()
export class ResolveNameserverGroup {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Handles(resolveNameserverGroup)
  async execute({
    resellerId,
    group,
  }: Input<typeof resolveNameserverGroup>): Promise<Result<typeof resolveNameserverGroup>> {
    const values = [resellerId, this.config.PLATFORM_NAMESERVERS, group, null]
    const [found] = await this.database.read<WireGroup>(readGroup, values)
    if (found === undefined) return fail('ns_group_not_found', { group })
    const nameservers = found.name_servers.map(({ name, ip, ip6 }) => ({
      name,
      ...(ip && { ip }),
      ...(ip6 && { ip6 }),
    }))
    return { group: found.ns_group, groupId: found.id, nameservers }
  }
}
