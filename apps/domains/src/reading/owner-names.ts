import { Injectable } from '@nestjs/common'
import { nameCustomers } from '@nameyard/contracts/customers/name-customers'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call, Result } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import type { Domain } from '../lifecycle/model/domain'

type Name = Result<typeof nameCustomers>['names'][number]

/** Most cached names: some megabytes. */
const KEPT = 20_000

/** How long a reply waits for the names of owners; milliseconds. */
const LONGEST_MS = 1_000

const keyOf = (resellerId: number, handle: string) => `${resellerId} ${handle}`

/** The names of the owners of domains. A customer's name never changes, so it is requested once and cached. */
@Injectable()
export class OwnerNames {
  private readonly known = new Map<string, Name>()

  constructor(
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  /** The names of the owners of domains; undefined for an owner whose name is not available now. */
  async of(
    domains: readonly Pick<Domain, 'ownerHandle' | 'resellerId'>[],
    call: Call,
  ): Promise<(domain: Pick<Domain, 'ownerHandle' | 'resellerId'>) => Name | undefined> {
    const missing = new Map<number, Set<string>>()
    for (const { resellerId, ownerHandle } of domains) {
      if (ownerHandle === '' || this.known.has(keyOf(resellerId, ownerHandle))) continue
      missing.set(resellerId, (missing.get(resellerId) ?? new Set()).add(ownerHandle))
    }
    for (const [resellerId, handles] of missing) await this.learn(resellerId, [...handles], call)
    return ({ resellerId, ownerHandle }) => this.known.get(keyOf(resellerId, ownerHandle))
  }

  private async learn(resellerId: number, handles: string[], call: Call): Promise<void> {
    const deadline = Math.min(call.deadline, this.clock.machineMs() + LONGEST_MS)
    try {
      const { names } = await this.rpc.call(nameCustomers, { resellerId, handles }, { ...call, deadline })
      if (this.known.size + names.length > KEPT) this.known.clear()
      for (const name of names) this.known.set(keyOf(resellerId, name.handle), name)
    } catch (error) {
      // A domain without its owner's name is better than no reply.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
