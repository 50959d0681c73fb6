import { randomUUID } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { updateNameserver } from '@nameyard/contracts/dns/update-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { parseAddresses, storedName } from './host'
import { changeNameserver, readNameserver, type NameserverRow } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

@Controller()
export class UpdateNameserver {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RegistryHosts) private readonly hosts: RegistryHosts,
  ) {}

  /** Gives the nameserver the addresses of the request and no others, here and at the registry of the domain above it. */
  @Handles(updateNameserver)
  async execute(input: Input<typeof updateNameserver>, call: Call): Promise<Result<typeof updateNameserver>> {
    const { ip, ip6 } = parseAddresses(input)
    const [resellerId, name] = [resellerOf(call), storedName(input.name)]
    if (ip === null && ip6 === null) fail('nameserver_address_missing', { name: input.name })
    await this.hosts.refresh(resellerId, name, call)
    const values = [resellerId, name, ip, ip6, this.clock.now(), randomUUID()]
    const placed = await this.database.unitOfWork(call, async (tx) => {
      const changed = await tx.query(changeNameserver, values)
      if (changed.length > 0) return { name }
      const [busy] = await tx.query<NameserverRow>(readNameserver, [resellerId, name])
      return fail(busy ? 'nameserver_busy' : 'nameserver_not_found', { name: input.name })
    })
    return this.again(placed, call)
  }

  /** Answers for a change that was stored: carries it further unless it has ended. */
  @Replays(updateNameserver)
  async again({ name }: { readonly name: string }, call: Call): Promise<Result<typeof updateNameserver>> {
    const resellerId = resellerOf(call)
    await this.hosts.change(resellerId, name, call)
    const [row] = await this.database.read<NameserverRow>(readNameserver, [resellerId, name])
    const state = row?.registryState ?? 'none'
    return { success: true, ...(state !== 'none' && { registry_status: state }) }
  }
}
