import { randomUUID } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { createNameserver } from '@nameyard/contracts/dns/create-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { parseHost, type Host } from './host'
import { insertNameserver, nameserverOnWire, readNameserver, type NameserverRow } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

/**
 * Adds a nameserver to an account. Below a domain of the account it becomes a host at the registry of that domain; the
 * answer waits a short time for the registry and says how far it is.
 */
@Controller()
export class CreateNameserver {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RegistryHosts) private readonly hosts: RegistryHosts,
  ) {}

  @Handles(createNameserver)
  async execute(input: Input<typeof createNameserver>, call: Call): Promise<Result<typeof createNameserver>> {
    const host = parseHost(input)
    const { name, ip, ip6 } = host
    const resellerId = resellerOf(call)
    if (ip === null && ip6 === null) fail('nameserver_address_missing', { name })
    // A client that repeats a request that was not answered goes on with the nameserver that it made.
    if (await this.hosts.isBeingMade(resellerId, host)) return this.again(host, call)
    await this.hosts.refresh(resellerId, name, call)
    const values = [resellerId, name, ip, ip6, this.clock.now(), randomUUID()]
    const placed = await this.database.unitOfWork(call, async (tx) => {
      const [made] = await tx.query(insertNameserver, values)
      return made ? host : fail('nameserver_exists', { name })
    })
    return this.again(placed, call)
  }

  /** Answers for a nameserver that was stored: carries its change further unless that has ended. */
  @Replays(createNameserver)
  async again({ name }: Host, call: Call): Promise<Result<typeof createNameserver>> {
    const resellerId = resellerOf(call)
    await this.hosts.change(resellerId, name, call)
    const [row] = await this.database.read<NameserverRow>(readNameserver, [resellerId, name])
    return row ? nameserverOnWire(row) : fail('nameserver_not_found', { name })
  }
}
