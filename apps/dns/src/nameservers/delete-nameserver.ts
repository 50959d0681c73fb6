import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { deleteNameserver } from '@nameyard/contracts/dns/delete-nameserver'
import { countDomainsOfNameserver } from '@nameyard/contracts/domains/count-domains-of-nameserver'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { storedName } from './host'
import { deleteLiveNameserver, readNameserver } from './nameserver.store'
import { RegistryHosts } from './registry-hosts'

@Controller()
export class DeleteNameserver {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly hosts: RegistryHosts,
  ) {}

  /** Deletes a nameserver that no domain and no group of the account uses, here and at the registry. */
  @Handles(deleteNameserver)
  async execute(input: Input<typeof deleteNameserver>, call: Call): Promise<Result<typeof deleteNameserver>> {
    const [resellerId, name] = [resellerOf(call), storedName(input.name)]
    await this.hosts.refresh(resellerId, name, call)
    const [live] = await this.database.read(readNameserver, { resellerId, name })
    if (live === undefined) fail('nameserver_not_found', { name: input.name })
    const { count, domains } = await this.rpc.call(countDomainsOfNameserver, { resellerId, name }, call)
    if (count > 0) fail('nameserver_in_use', { name, problem: named(domains, count) })
    const values = { resellerId, name, now: this.clock.now(), registryOperation: randomUUID() }
    const placed = await this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(deleteLiveNameserver, values)
      if (found === undefined) return fail('nameserver_busy', { name })
      if (found.group !== null) fail('nameserver_in_use', { name, problem: `the group ${found.group}` })
      return { name }
    })
    return this.again(placed, call)
  }

  /** Continues a pending deletion, and answers. */
  @Replays(deleteNameserver)
  async again({ name }: { readonly name: string }, call: Call): Promise<Result<typeof deleteNameserver>> {
    const state = await this.hosts.change(resellerOf(call), name, call)
    return { success: true, ...(state !== 'none' && { registry_status: state }) }
  }
}

/** Prints the first names and the number of the others. */
function named(names: readonly string[], count: number): string {
  const rest = count - names.length
  return rest === 0 ? names.join(', ') : `${names.join(', ')} and ${rest} more`
}
