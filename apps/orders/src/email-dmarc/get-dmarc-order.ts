import { Controller, Inject } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getDmarcOrder } from '@nameyard/contracts/orders/get-dmarc-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { dmarcOrderOnWire } from './dmarc-order-on-wire'
import { dmarcOrderColumns, type DmarcOrderRow } from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { askedName } from './ordered-name'

const newest = statement<{ resellerId: number; name: string }, DmarcOrderRow>(
  'orders.dmarc-of-domain',
  ({ resellerId, name }) =>
    sql`select ${dmarcOrderColumns} from dmarc_order o where o.reseller_id = ${resellerId} and o.name = ${name} order by o.id desc limit 1`,
)

/** Reads the newest e-mail DMARC order of a domain. */
@Controller()
export class GetDmarcOrder {
  constructor(
    private readonly database: Database,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  @Handles(getDmarcOrder)
  async execute({ domain }: Input<typeof getDmarcOrder>, call: Call): Promise<Result<typeof getDmarcOrder>> {
    if (!domain?.name || !domain.extension)
      fail('invalid_input', { field: 'domain', problem: 'must have name and extension' })
    const name = askedName({ name: domain.name, extension: domain.extension })
    const [row] = name === undefined ? [] : await this.database.read(newest, { resellerId: resellerOf(call), name })
    return row
      ? dmarcOrderOnWire(row, this.provider)
      : fail('dmarc_order_not_found', { domain: `${domain.name}.${domain.extension}` })
  }
}
