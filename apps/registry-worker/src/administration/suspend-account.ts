import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { suspendRegistryAccount } from '@nameyard/contracts/registry/suspend-account'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Accounts } from '../accounts/account.store'
import { Registries } from '../registries/registries'
import { WhenAccountClosed } from '../sessions/when-account-closed'
import { AccountStates } from './account-states'

/** Suspends an account until an operator resumes it. */
@Controller()
export class SuspendAccount {
  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly accounts: Accounts,
    private readonly states: AccountStates,
    private readonly closed: WhenAccountClosed,
  ) {}

  @Handles(suspendRegistryAccount)
  async execute(
    { account, reason }: Input<typeof suspendRegistryAccount>,
    call: Call,
  ): Promise<Result<typeof suspendRegistryAccount>> {
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    const closedAt = await this.database.unitOfWork(call, async (tx) => {
      tellAudit(tx, {
        resellerId: null,
        subject: `registry account ${account}`,
        changes: { works: { to: false }, reason: { to: reason } },
      })
      return this.accounts.suspend(tx, account, `suspended by an operator: ${reason}`)
    })
    // Ends the sessions of this replica now; other replicas follow within a second.
    await this.closed.run()
    const { operations } = await this.states.of(this.registries.named(account))
    const { queued, waiting, unknown } = operations
    return { account, closedAt: closedAt.toISOString(), waiting: queued + waiting + unknown }
  }
}
