import { Controller } from '@nestjs/common'
import { findHolders } from '@nameyard/contracts/domains/find-holders'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

/** The holders of domains. The test controls them. */
export const holders = {
  of: new Map<string, Result<typeof findHolders>['holders'][number]>(),
  isAway: false,
  /** The names of all requests. */
  asked: [] as string[][],
}

/** Replaces the domains service for services that ask who holds a name. */
@Controller()
export class HoldersStandIn {
  @Handles(findHolders)
  async execute({ names, after = 0 }: Input<typeof findHolders>): Promise<Result<typeof findHolders>> {
    if (holders.isAway) fail('service_unavailable')
    if (names === undefined) return { holders: [...holders.of.values()].filter(({ domainId }) => domainId > after) }
    holders.asked.push(names)
    return { holders: names.flatMap((name) => holders.of.get(name) ?? []) }
  }
}
