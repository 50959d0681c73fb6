import { Controller, Inject } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createDmarcLink } from '@nameyard/contracts/orders/create-dmarc-link'
import { openDmarcLink } from '@nameyard/contracts/orders/open-dmarc-link'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { actorOf, LinkMakers } from '../link-makers/link-makers'
import { hashOf, readDmarcLink, removeEndedLink } from './dmarc-link.store'
import { dmarcOrderOnWire } from './dmarc-order-on-wire'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'

/**
 * Returns the order behind a link. Refuses unknown and expired links, and deletes those whose maker may not make links any
 * more.
 */
@Controller()
export class OpenDmarcLink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: LinkMakers,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  @Handles(openDmarcLink)
  async execute({ token }: Input<typeof openDmarcLink>, call: Call): Promise<Result<typeof openDmarcLink>> {
    const hash = hashOf(token)
    const [row] = await this.database.read(readDmarcLink, { hash, now: this.clock.machineNow() })
    if (!row) return fail('dmarc_order_not_found', { domain: 'this link' })
    if (!(await this.makers.mayStill(createDmarcLink, row, call))) {
      await this.database.read(removeEndedLink, { hash })
      return fail('dmarc_order_not_found', { domain: 'this link' })
    }
    tellAudit(call, { resellerId: row.resellerId, subject: `dmarc order ${row.id}`, ...actorOf(row) })
    return { audience: row.audience, name: row.name, order: dmarcOrderOnWire(row, this.provider) }
  }
}
