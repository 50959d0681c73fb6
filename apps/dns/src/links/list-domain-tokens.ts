import { Controller } from '@nestjs/common'
import { listDomainTokens } from '@nameyard/contracts/dns/list-domain-tokens'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Makers } from './makers'
import { findLinkMakers, findZoneLinks } from './zone-link.store'

@Controller()
export class ListDomainTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: Makers,
  ) {}

  /** Lists only links that work: their makers may still act. */
  @Handles(listDomainTokens)
  async execute(
    { limit, offset }: Input<typeof listDomainTokens>,
    call: Call,
  ): Promise<Result<typeof listDomainTokens>> {
    const [resellerId, now] = [resellerOf(call), this.clock.machineNow()]
    const known = await this.database.read(findLinkMakers, { resellerId, now })
    const active = await this.makers.active(
      known.map(({ contactId }) => contactId),
      resellerId,
      call,
    )
    const rows = await this.database.read(findZoneLinks, {
      resellerId,
      now,
      contactIds: active.map(({ contactId }) => contactId),
      stamps: active.map(({ stamp }) => stamp),
      limit,
      offset,
    })
    return {
      total: rows[0]!.total,
      results: rows.flatMap(({ id, domain, username, createdAt, expiresAt }) =>
        id === null
          ? []
          : [{ id, domain, username, created_at: printDate(createdAt), expires_at: printDate(expiresAt) }],
      ),
    }
  }
}
