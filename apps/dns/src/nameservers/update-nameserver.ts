import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { updateNameserver } from '@nameyard/contracts/dns/update-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { parseAddresses, storedName } from './host'
import { changeNameserver, readNameserver } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

@Controller()
export class UpdateNameserver {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly hosts: RegistryHosts,
  ) {}

  /** Replaces the addresses of a nameserver, here and at the registry of the domain above it. */
  @Handles(updateNameserver)
  async execute(input: Input<typeof updateNameserver>, call: Call): Promise<Result<typeof updateNameserver>> {
    const { ip, ip6 } = parseAddresses(input)
    const [resellerId, name] = [resellerOf(call), storedName(input.name)]
    if (ip === null && ip6 === null) fail('nameserver_address_missing', { name: input.name })
    await this.hosts.refresh(resellerId, name, call)
    const values = { resellerId, name, ip, ip6, now: this.clock.now(), registryOperation: randomUUID() }
    const placed = await this.database.unitOfWork(call, async (tx) => {
      const changed = await tx.query(changeNameserver, values)
      if (changed.length > 0) return { name }
      const [busy] = await tx.query(readNameserver, { resellerId, name })
      return fail(busy ? 'nameserver_busy' : 'nameserver_not_found', { name: input.name })
    })
    return this.again(placed, call)
  }

  /** Continues a pending change, and answers. */
  @Replays(updateNameserver)
  async again({ name }: { readonly name: string }, call: Call): Promise<Result<typeof updateNameserver>> {
    const resellerId = resellerOf(call)
    await this.hosts.change(resellerId, name, call)
    const [row] = await this.database.read(readNameserver, { resellerId, name })
    const state = row?.registryState ?? 'none'
    return { success: true, ...(state !== 'none' && { registry_status: state }) }
  }
}
