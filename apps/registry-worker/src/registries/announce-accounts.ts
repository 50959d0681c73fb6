import { randomUUID } from 'node:crypto'
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common'
import { setRegistryAccounts } from '@nameyard/contracts/registry/set-accounts'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Registries } from './registries'

/** Announces the accounts at each start and when one is added, so that extensions without an account are not sold. */
@Injectable()
export class AnnounceAccounts implements OnApplicationBootstrap {
  private readonly log = new Logger('accounts')

  constructor(
    private readonly registries: Registries,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.announce()
  }

  async announce(): Promise<void> {
    const accounts = this.registries.all.map((registry) => ({
      account: registry.account,
      extensions: this.registries.listedAt(registry),
    }))
    if (accounts.length === 0)
      this.log.warn('no registry account is set: set REGISTRY_ACCOUNTS_FILE, or SANDBOX=true to test')
    const openedAt = this.clock.now().toISOString()
    await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) =>
      this.outbox.append(tx, setRegistryAccounts, { accounts, openedAt }),
    )
  }
}
