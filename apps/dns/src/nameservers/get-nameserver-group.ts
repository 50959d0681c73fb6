import { Controller, Inject } from '@nestjs/common'
import { getNameserverGroup } from '@nameyard/contracts/dns/get-nameserver-group'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { readGroup, type WireGroup } from './ns-group.store'

@Controller()
export class GetNameserverGroup {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Handles(getNameserverGroup)
  async execute(
    { ns_group: group, id }: Input<typeof getNameserverGroup>,
    call: Call,
  ): Promise<Result<typeof getNameserverGroup>> {
    const values = [resellerOf(call), this.config.PLATFORM_NAMESERVERS, group, id ?? null]
    const [found] = await this.database.read<WireGroup>(readGroup, values)
    return found ?? fail('ns_group_not_found', { group: id ?? group })
  }
}
