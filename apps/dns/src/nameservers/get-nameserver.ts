import { Controller, Inject } from '@nestjs/common'
import { getNameserver } from '@nameyard/contracts/dns/get-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { storedName } from './host'
import { readNameserver, type WireNameserver } from './nameserver.store'

@Controller()
export class GetNameserver {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles(getNameserver)
  async execute({ name }: Input<typeof getNameserver>, call: Call): Promise<Result<typeof getNameserver>> {
    const [found] = await this.database.read<WireNameserver>(readNameserver, [resellerOf(call), storedName(name)])
    return found ?? fail('nameserver_not_found', { name })
  }
}
