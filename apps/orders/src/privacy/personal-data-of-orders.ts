import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { personalDataOfOrders } from '@nameyard/contracts/orders/personal-data-of-orders'
import type { PersonalData } from '@nameyard/contracts/privacy/personal-data'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { certificatesOf, dmarcOrdersOf } from './person.store'

type Rows = PersonalData[string]

/** Returns what this service has about a person, for an export. Orders do not name the person who placed them. */
@Controller()
export class PersonalDataOfOrders {
  constructor(private readonly database: Database) {}

  @Handles(personalDataOfOrders)
  async execute({ subject }: Input<typeof personalDataOfOrders>): Promise<Result<typeof personalDataOfOrders>> {
    if (subject.kind === 'contact') return { data: {} }
    const { resellerId, handle } = subject
    const [certificates, dmarcOrders] = await Promise.all([
      this.database.read(certificatesOf, { resellerId, handle }),
      this.database.read(dmarcOrdersOf, { resellerId, handle }),
    ])
    return {
      data: {
        certificates: certificates.map(({ found }) => found) as Rows,
        dmarc_orders: dmarcOrders.map(({ found }) => found) as Rows,
      },
    }
  }
}
