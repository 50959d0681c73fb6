import { Controller, Inject } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { particularsOnWire } from '../customers/model/particulars'
import type { Reseller } from './reseller.store'

const findAccount = statement(
  'reseller.account_with_profile',
  `select r.*, coalesce(c.companies + c.individuals, 0) as customers,
     coalesce((select email from contact where reseller_id = r.id and role = 'admin' and deleted_at is null
       order by id limit 1), '') as email
   from reseller r left join customer_count c on c.reseller_id = r.id where r.id = $1`,
)

@Controller()
export class GetAccount {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** An account with the number of its customers, in one statement. */
  @Handles(getAccount)
  async execute({ resellerId }: Input<typeof getAccount>): Promise<Result<typeof getAccount>> {
    const [account] = await this.database.read<Reseller & Pick<Result<typeof getAccount>, 'customers' | 'email'>>(
      findAccount,
      [resellerId],
    )
    if (!account) fail('reseller_not_found', { reseller: resellerId })
    const { inn, kpp, website_url, additional_data } = account
    return {
      profile: { ...particularsOnWire(account), inn, kpp, website_url, additional_data },
      email: account.email,
      currency: account.currency,
      createdAt: account.created_at.toISOString(),
      isAutoRenewEnabled: account.is_auto_renew_enabled,
      customers: account.customers,
    }
  }
}
