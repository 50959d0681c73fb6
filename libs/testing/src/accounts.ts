import { Controller } from '@nestjs/common'
import { findNameserverLabel } from '@nameyard/contracts/access/find-nameserver-label'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

/** The labels of name servers of accounts, by account. The test controls them; other accounts have the shared servers. */
export const labels = new Map<number, string>()

/** The only account that does not exist. */
export const unknownAccount = 404

const account = {
  profile: {} as Result<typeof getAccount>['profile'],
  email: 'a@example.com',
  currency: 'EUR',
  createdAt: '2027-01-01T00:00:00.000Z',
  isAutoRenewEnabled: false,
  customers: 0,
}

/** Replaces the customers service for services that ask for an account or its name servers. */
@Controller()
export class AccountsStandIn {
  @Handles(findNameserverLabel)
  async execute({ resellerId }: Input<typeof findNameserverLabel>): Promise<Result<typeof findNameserverLabel>> {
    return { label: labels.get(resellerId) ?? null }
  }

  @Handles(getAccount)
  async account({ resellerId }: Input<typeof getAccount>): Promise<Result<typeof getAccount>> {
    return resellerId === unknownAccount ? fail('reseller_not_found', { reseller: resellerId }) : account
  }
}
