import { Controller } from '@nestjs/common'
import { getNameserver } from '@nameyard/contracts/dns/get-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { storedName } from './host'
import { nameserverOnWire, readNameserver } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

@Controller()
export class GetNameserver {
  constructor(
    private readonly database: Database,
    private readonly hosts: RegistryHosts,
  ) {}

  @Handles(getNameserver)
  async execute({ name }: Input<typeof getNameserver>, call: Call): Promise<Result<typeof getNameserver>> {
    const [resellerId, stored] = [resellerOf(call), storedName(name)]
    await this.hosts.refresh(resellerId, stored, call)
    const [found] = await this.database.read(readNameserver, { resellerId, name: stored })
    return found ? nameserverOnWire(found) : fail('nameserver_not_found', { name })
  }
}
