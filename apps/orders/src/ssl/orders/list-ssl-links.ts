import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createSslOtpToken } from '@nameyard/contracts/orders/create-ssl-otp-token'
import { listSslOtpTokens } from '@nameyard/contracts/orders/list-ssl-otp-tokens'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { LinkMakers } from '../../link-makers/link-makers'
import { findLinks } from './ssl-link.store'

@Controller()
export class ListSslLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: LinkMakers,
  ) {}

  /** Lists only links that work: their makers may still make them. */
  @Handles(listSslOtpTokens)
  async execute({ id }: Input<typeof listSslOtpTokens>, call: Call): Promise<Result<typeof listSslOtpTokens>> {
    const resellerId = resellerOf(call)
    const rows = await this.database.read(findLinks, { resellerId, id, now: this.clock.now() })
    if (rows.length === 0) fail('ssl_order_not_found', { order: id })
    const links = rows.flatMap((row) => (row.id === null ? [] : [row]))
    const working = await this.makers.working(createSslOtpToken, links, resellerId, call)
    return {
      total: working.length,
      results: working.map(({ id: linkId, username, createdAt, expiresAt }) => ({
        id: linkId,
        username: username ?? '',
        created_at: printDate(createdAt),
        expires_at: printDate(expiresAt),
      })),
    }
  }
}
