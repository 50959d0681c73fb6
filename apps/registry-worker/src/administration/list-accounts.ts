import { Controller } from '@nestjs/common'
import type { Result } from '@nameyard/contracts/operation'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { Handles } from '@nameyard/messaging/handles'
import { Registries } from '../registries/registries'
import { AccountStates } from './account-states'

/** Lists every account with the reasons why it is paused or closed. */
@Controller()
export class ListAccounts {
  constructor(
    private readonly registries: Registries,
    private readonly states: AccountStates,
  ) {}

  @Handles(listRegistryAccounts)
  async execute(): Promise<Result<typeof listRegistryAccounts>> {
    return { accounts: await Promise.all(this.registries.all.map((registry) => this.states.of(registry))) }
  }
}
