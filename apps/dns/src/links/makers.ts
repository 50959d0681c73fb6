import { Injectable } from '@nestjs/common'
import { readStandings } from '@nameyard/contracts/access/read-standings'
import type { Call, Result } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'

type Standing = Result<typeof readStandings>['standings'][number]

/**
 * Asks the customers service whether the makers of links may still act. It is asked each time a link is opened: a copy of
 * the rights here would be late, and links are opened rarely.
 */
@Injectable()
export class Makers {
  constructor(private readonly rpc: Rpc) {}

  /** Returns the standings of contacts who may act for an account. */
  async standings(contactIds: readonly number[], resellerId: number, call: Call): Promise<Standing[]> {
    if (contactIds.length === 0) return []
    const { standings } = await this.rpc.call(readStandings, { contactIds: [...contactIds] }, call)
    return standings.filter((standing) => standing.resellerId === resellerId)
  }
}
