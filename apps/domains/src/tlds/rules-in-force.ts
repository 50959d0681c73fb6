import { randomUUID } from 'node:crypto'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { setRulesInForce } from './catalogue'
import { extensionsAfter, putShipped, type DatedExtension } from './extension.store'
import { registryAccounts } from './registry-accounts.store'
import { changedRules, signedContracts } from './rules.store'
import { shippedExtensions } from './shipped-extensions'

/** How long a change by an operator may take to reach every replica; milliseconds. */
const REFRESH_MS = 5_000

/** Loads the rules in force: the records of extensions, and what operators have changed of them. */
@Injectable()
export class RulesInForce implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('rules')
  private timer: NodeJS.Timeout | undefined
  /** Rows are never changed, so only new ones are read. */
  private extensions: readonly DatedExtension[] = []
  private shipping: Promise<void> | undefined

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

  /** Reads what is new and sets the rules in force now. The first call adds the records of this release. */
  async refresh(): Promise<void> {
    await (this.shipping ??= this.ship())
    const number = this.extensions.at(-1)?.number ?? 0
    const [added, changes, contracts, [opened]] = await Promise.all([
      this.database.read(extensionsAfter, { number }),
      this.database.read(changedRules),
      this.database.read(signedContracts),
      this.database.read(registryAccounts),
    ])
    const newest = this.extensions.at(-1)?.number ?? 0
    this.extensions = [...this.extensions, ...added.filter((row) => row.number > newest)]
    setRulesInForce(
      {
        extensions: this.extensions,
        changes,
        contracts: new Set(contracts.map(({ contract }) => contract)),
        accounts: opened?.accounts ?? [],
        hasSandbox: this.config.SANDBOX,
        lookDays: this.config.DOMAIN_LOOK_DAYS,
      },
      this.clock.now(),
    )
  }

  private async ship(): Promise<void> {
    try {
      await this.database.unitOfWork({ correlationId: randomUUID() }, (tx) =>
        putShipped(tx, shippedExtensions(), this.clock.now()),
      )
    } catch (error) {
      this.shipping = undefined
      throw error
    }
  }
}
