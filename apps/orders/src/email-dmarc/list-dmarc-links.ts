import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createDmarcLink } from '@nameyard/contracts/orders/create-dmarc-link'
import { listDmarcLinks } from '@nameyard/contracts/orders/list-dmarc-links'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { LinkMakers } from '../link-makers/link-makers'
import { findDmarcLinks } from './dmarc-link.store'

@Controller()
export class ListDmarcLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: LinkMakers,
  ) {}

  /** Lists only links that work: their makers may still make them. */
  @Handles(listDmarcLinks)
  async execute({ id }: Input<typeof listDmarcLinks>, call: Call): Promise<Result<typeof listDmarcLinks>> {
    const resellerId = resellerOf(call)
    const rows = await this.database.read(findDmarcLinks, { resellerId, id, now: this.clock.machineNow() })
    if (rows.length === 0) fail('dmarc_order_unknown', { id })
    const links = rows.flatMap((row) => (row.id === null ? [] : [row]))
    const working = await this.makers.working(createDmarcLink, links, resellerId, call)
    return {
      total: working.length,
      results: working.map(({ id: linkId, audience, username, createdAt, expiresAt }) => ({
        id: linkId,
        type: audience,
        username: username ?? '',
        created_at: printDate(createdAt),
        expires_at: printDate(expiresAt),
      })),
    }
  }
}
