import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { findCharges } from '@nameyard/contracts/orders/find-charges'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

const chargesSince = statement<
  { resellerId: number; subjects: readonly string[]; since: Date },
  { subject: string; action: string }
>(
  'ledger.charges-since',
  ({ resellerId, subjects, since }) => sql`
    select distinct r.subject, r.action from ledger_transaction t join reservation r on r.order_id = t.order_id
    where t.reseller_id = ${resellerId} and t.moved_at >= ${since} and t.kind = 'reserve'
      and r.subject = any(${subjects}::text[]) and r.state <> 'released'`,
)

/** Finds the orders of an account that were charged since an instant. */
@Controller()
export class FindCharges {
  constructor(private readonly database: Database) {}

  @Handles(findCharges)
  async execute({ resellerId, subjects, since }: Input<typeof findCharges>): Promise<Result<typeof findCharges>> {
    const charges = await this.database.read(chargesSince, { resellerId, subjects, since: new Date(since) })
    return { charges: [...charges] }
  }
}
