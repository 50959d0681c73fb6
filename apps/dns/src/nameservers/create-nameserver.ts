import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { createNameserver } from '@nameyard/contracts/dns/create-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { parseHost, type Host } from './host'
import { insertNameserver, nameserverOnWire, readNameserver } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

/**
 * Adds a nameserver to an account. Below a domain of the account it becomes a host at the registry of that domain. The
 * request waits a short time for the registry, and the answer has the state.
 */
@Controller()
export class CreateNameserver {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly hosts: RegistryHosts,
  ) {}

  @Handles(createNameserver)
  async execute(input: Input<typeof createNameserver>, call: Call): Promise<Result<typeof createNameserver>> {
    const host = parseHost(input)
    const { name, ip, ip6 } = host
    const resellerId = resellerOf(call)
    if (ip === null && ip6 === null) fail('nameserver_address_missing', { name })
    // A repeated request that was not answered continues with the nameserver that it created.
    if (await this.hosts.isBeingMade(resellerId, host)) return this.again(host, call)
    await this.hosts.refresh(resellerId, name, call)
    const values = { resellerId, name, ip, ip6, now: this.clock.now(), registryOperation: randomUUID() }
    const placed = await this.database.unitOfWork(call, async (tx) => {
      const [made] = await tx.query(insertNameserver, values)
      return made ? host : fail('nameserver_exists', { name })
    })
    return this.again(placed, call)
  }

  /** Continues the pending change of a stored nameserver, and answers. */
  @Replays(createNameserver)
  async again({ name }: Host, call: Call): Promise<Result<typeof createNameserver>> {
    const resellerId = resellerOf(call)
    await this.hosts.change(resellerId, name, call)
    const [row] = await this.database.read(readNameserver, { resellerId, name })
    return row ? nameserverOnWire(row) : fail('nameserver_not_found', { name })
  }
}
