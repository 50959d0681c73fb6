import { Controller } from '@nestjs/common'
import { countDomainsByGroups } from '@nameyard/contracts/domains/count-domains-by-groups'
import { countDomainsOfNameserver } from '@nameyard/contracts/domains/count-domains-of-nameserver'
import type { Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

/** What the domains of the accounts use, in the test's hand: how many domains per group, and which nameservers. */
export const used = { groups: new Map<string, number>(), nameservers: new Set<string>(), asked: 0 }

/** Stands where the service with the domains does. */
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
    return { count: used.nameservers.has(name) ? 1 : 0 }
  }
}

export const usersOfNameservers = [CountsByGroups, CountsOfNameserver]
