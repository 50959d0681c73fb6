import { Controller } from '@nestjs/common'
import { countDomainsByGroups } from '@nameyard/contracts/domains/count-domains-by-groups'
import { countDomainsOfNameserver } from '@nameyard/contracts/domains/count-domains-of-nameserver'
import { deleteHost } from '@nameyard/contracts/domains/delete-host'
import { setHost } from '@nameyard/contracts/domains/set-host'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

/** What the domains of the accounts use: domains per group, and nameservers. The test controls it. */
export const used = {
  groups: new Map<string, number>(),
  nameservers: new Set<string>(),
  asked: 0,
  /** The answers of the registry for hosts, and the requested changes. */
  registry: 'answers' as 'answers' | 'refuses' | 'waits',
  operations: new Set<string>(),
}

/** Replaces the domains service. */
@Controller()
class CountsByGroups {
  @Handles(countDomainsByGroups)
  async execute({ groups }: Input<typeof countDomainsByGroups>) {
    used.asked += 1
    const counts = [...used.groups].map(([group, count]) => ({ group, count }))
    return { counts: counts.filter(({ group }) => groups?.includes(group) ?? true) }
  }
}

@Controller()
class CountsOfNameserver {
  @Handles(countDomainsOfNameserver)
  async execute({ name }: Input<typeof countDomainsOfNameserver>) {
    return used.nameservers.has(name) ? { count: 1, domains: ['user.com'] } : { count: 0, domains: [] }
  }
}

/** Only nameservers below `held.com` are below a domain of their account. */
@Controller()
class Hosts {
  @Handles(setHost)
  async set({ name, operationId }: Input<typeof setHost>): Promise<Result<typeof setHost>> {
    if (name.endsWith('.foreign.com')) fail('nameserver_unavailable', { name })
    if (!name.endsWith('.held.com')) return { state: 'none' }
    return this.at(name, operationId)
  }

  @Handles(deleteHost)
  async delete({ name, operationId }: Input<typeof deleteHost>): Promise<Result<typeof deleteHost>> {
    return name.endsWith('.held.com') ? this.at(name, operationId) : { state: 'none' }
  }

  private at(name: string, operationId: string): Result<typeof setHost> {
    used.operations.add(operationId)
    if (used.registry === 'refuses') fail('registry_refused', { object: name, reason: 'no' })
    return { state: used.registry === 'waits' ? 'pending' : 'done' }
  }
}

export const usersOfNameservers = [CountsByGroups, CountsOfNameserver, Hosts]
