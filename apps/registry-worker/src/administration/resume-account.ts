import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Accounts } from '../accounts/account.store'
import { Announcer } from '../operations/announcer'
import { Registries } from '../registries/registries'
import { WhenAccountClosed } from '../sessions/when-account-closed'

/** Resumes an account after an operator has solved its problem. */
@Controller()
export class ResumeAccount {
  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly accounts: Accounts,
    private readonly announcer: Announcer,
    private readonly closed: WhenAccountClosed,
    private readonly clock: Clock,
  ) {}

  @Handles(resumeRegistryAccount)
  async execute(
    { account }: Input<typeof resumeRegistryAccount>,
    call: Call,
  ): Promise<Result<typeof resumeRegistryAccount>> {
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    await this.database.unitOfWork(call, async (tx) => {
      await this.accounts.resume(tx, account, this.clock.now())
      tellAudit(tx, {
        resellerId: null,
        subject: `registry account ${account}`,
        changes: { works: { to: true } },
      })
    })
    // The pools of this replica open before its operations are claimed; those of others within a second.
    await this.closed.run()
    this.announcer.wake()
    return { account }
  }
}
