import { Controller } from '@nestjs/common'
import { readStandings } from '@nameyard/contracts/access/read-standings'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

type Standing = Result<typeof readStandings>['standings'][number]

/** The contacts that a test treats differently, by id; undefined for one who may no longer use the API. */
export const standings = new Map<number, Standing | undefined>()

/**
 * Replaces the customers service, which knows which contacts may use the API. Each account has one contact with the number
 * of the account.
 */
@Controller()
export class StandingsStandIn {
  @Handles(readStandings)
  async execute({ contactIds }: Input<typeof readStandings>): Promise<Result<typeof readStandings>> {
    const usual = (id: number): Standing => ({ contactId: id, resellerId: id, stamp: 'first password' })
    return { standings: contactIds.flatMap((id) => (standings.has(id) ? (standings.get(id) ?? []) : usual(id))) }
  }
}
