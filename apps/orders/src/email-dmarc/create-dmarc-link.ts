import { randomBytes } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createDmarcLink } from '@nameyard/contracts/orders/create-dmarc-link'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ORDERS_CONFIG, type OrdersConfig } from '../config'
import { LinkMakers } from '../link-makers/link-makers'
import { hashOf, insertDmarcLink } from './dmarc-link.store'

@Controller()
export class CreateDmarcLink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: LinkMakers,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  /** Creates a link to the page of one order. The link is returned once; only its hash is stored. */
  @Handles(createDmarcLink)
  async execute({ id, type }: Input<typeof createDmarcLink>, call: Call): Promise<Result<typeof createDmarcLink>> {
    const token = randomBytes(32).toString('base64url')
    const now = this.clock.machineNow()
    const end = new Date(now.getTime() + this.config.DMARC_LINK_MINUTES * 60_000)
    const { contactId, username } = call.actor ?? fail('authentication_failed')
    const stamp = await this.makers.stampOf(createDmarcLink, call)
    const maker = { resellerId: resellerOf(call), contactId, username, stamp }
    const values = { ...maker, hash: hashOf(token), id, audience: type, now, expiresAt: end }
    await this.database.unitOfWork(call, async (tx) => {
      const made = await tx.query(insertDmarcLink, values)
      if (made.length === 0) fail('dmarc_order_unknown', { id })
    })
    return { url: `${this.config.PUBLIC_URL.replace(/\/$/, '')}/dmarc/${token}` }
  }
}
