import { Controller } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { partyOnWire } from '../party/model/party-details'
import type { Reseller } from './reseller.store'

type AccountRow = Reseller & Pick<Result<typeof getAccount>, 'customers' | 'email'>

const findAccount = statement<{ resellerId: number }, AccountRow>(
  'reseller.account_with_profile',
  ({ resellerId }) => sql`
    select r.*, coalesce(c.companies + c.individuals, 0) as customers,
      coalesce((select email from contact where reseller_id = r.id and role = 'admin' and deleted_at is null
        order by id limit 1), '') as email
    from reseller r left join customer_count c on c.reseller_id = r.id where r.id = ${resellerId}`,
)

@Controller()
export class GetAccount {
  constructor(private readonly database: Database) {}

  /** Returns an account with the number of its customers. */
  @Handles(getAccount)
  async execute({ resellerId }: Input<typeof getAccount>): Promise<Result<typeof getAccount>> {
    const [account] = await this.database.read(findAccount, { resellerId })
    if (!account) fail('reseller_not_found', { reseller: resellerId })
    const { inn, kpp, website_url, additional_data } = account
    return {
      profile: { ...partyOnWire(account), inn, kpp, website_url, additional_data },
      email: account.email,
      currency: account.currency,
      createdAt: account.created_at.toISOString(),
      isAutoRenewEnabled: account.is_auto_renew_enabled,
      customers: account.customers,
    }
  }
}
