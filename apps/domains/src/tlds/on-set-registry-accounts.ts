import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { setRegistryAccounts } from '@nameyard/contracts/registry/set-accounts'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { putRegistryAccounts } from './registry-accounts.store'
import { RulesInForce } from './rules-in-force'

/** Stores the accounts with which a worker started. An older event has no effect. */
@Controller()
export class OnSetRegistryAccounts {
  constructor(
    private readonly database: Database,
    private readonly rules: RulesInForce,
  ) {}

  @Consumes(setRegistryAccounts)
  async on({ accounts, openedAt }: Payload<typeof setRegistryAccounts>): Promise<void> {
    await this.database.read(putRegistryAccounts, { accounts: JSON.stringify(accounts), openedAt })
    await this.rules.refresh()
  }
}
