import { Controller, Inject } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'

const findAccount = statement(
  'reseller.account',
  `select r.company_name as company, r.currency, r.is_auto_renew_enabled as "isAutoRenewEnabled", r.created_at as "createdAt",
     coalesce(c.companies + c.individuals, 0) as customers
   from reseller r left join customer_count c on c.reseller_id = r.id where r.id = $1`,
)

@Controller()
export class GetAccount {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** An account with the number of its customers, in one statement. */
  @Handles(getAccount)
  async execute({ resellerId }: Input<typeof getAccount>): Promise<Result<typeof getAccount>> {
    const [account] = await this.database.read<Omit<Result<typeof getAccount>, 'createdAt'> & { createdAt: Date }>(
      findAccount,
      [resellerId],
    )
    if (!account) fail('reseller_not_found', { reseller: resellerId })
    return { ...account, createdAt: account.createdAt.toISOString() }
  }
}
