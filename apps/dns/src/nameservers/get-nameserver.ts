import { Controller, Inject } from '@nestjs/common'
import { getNameserver } from '@nameyard/contracts/dns/get-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { storedName } from './host'
import { nameserverOnWire, readNameserver, type NameserverRow } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

@Controller()
export class GetNameserver {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RegistryHosts) private readonly hosts: RegistryHosts,
  ) {}

  @Handles(getNameserver)
  async execute({ name }: Input<typeof getNameserver>, call: Call): Promise<Result<typeof getNameserver>> {
    const [resellerId, stored] = [resellerOf(call), storedName(name)]
    await this.hosts.refresh(resellerId, stored, call)
    const [found] = await this.database.read<NameserverRow>(readNameserver, [resellerId, stored])
    return found ? nameserverOnWire(found) : fail('nameserver_not_found', { name })
  }
}
