import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { setRulesInForce } from './catalogue'
import { registryAccounts } from './registry-accounts.store'
import { changedRules, signedContracts } from './rules.store'

/** How long a change by an operator may take to reach every replica; milliseconds. */
const REFRESH_MS = 5_000

/** Loads the rules in force: the shipped ones, with the changes that operators have made. */
@Injectable()
export class RulesInForce implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('rules')
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh()
    this.timer = setInterval(() => {
      this.refresh().catch((error: Error) => this.log.warn(`the rules are not refreshed: ${error.message}`))
    }, REFRESH_MS)
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer)
  }

  /** Reads the changes of operators and sets the rules in force now. */
  async refresh(): Promise<void> {
    const [changes, contracts, [opened]] = await Promise.all([
      this.database.read(changedRules),
      this.database.read(signedContracts),
      this.database.read(registryAccounts),
    ])
    // The sandbox serves every extension that no account serves.
    const served = this.config.SANDBOX
      ? undefined
      : new Set((opened?.accounts ?? []).flatMap(({ extensions }) => extensions))
    setRulesInForce(
      { changes, contracts: new Set(contracts.map(({ contract }) => contract)), served },
      this.clock.now(),
    )
  }
}
