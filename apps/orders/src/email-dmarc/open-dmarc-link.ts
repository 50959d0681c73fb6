import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { openDmarcLink } from '@nameyard/contracts/orders/open-dmarc-link'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { hashOf, readDmarcLink, type DmarcLinkRow } from './dmarc-link.store'
import { dmarcOrderOnWire } from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'

/** Reads the order that a link shows; a link that is unknown or over opens nothing. */
@Controller()
export class OpenDmarcLink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  @Handles(openDmarcLink)
  async execute({ token }: Input<typeof openDmarcLink>): Promise<Result<typeof openDmarcLink>> {
    const [row] = await this.database.read<DmarcLinkRow>(readDmarcLink, [hashOf(token), this.clock.machineNow()])
    if (!row) return fail('dmarc_order_not_found', { domain: 'this link' })
    return { audience: row.audience, name: row.name, order: dmarcOrderOnWire(row, this.provider) }
  }
}
