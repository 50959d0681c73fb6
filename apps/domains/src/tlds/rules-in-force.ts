import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { keepRules, type ChangedRules } from './catalogue'
import { changedRules, signedContracts } from './rules.store'

/** How long a change by an operator may take to reach every replica; milliseconds. */
const REFRESH_MS = 5_000

/** Keeps the rules of extensions as they are now: those that are shipped, and over them what operators have changed. */
@Injectable()
export class RulesInForce implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('rules')
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh()
    this.timer = setInterval(() => {
      this.refresh().catch((error: Error) => this.log.warn(`rules stay as they were: ${error.message}`))
    }, REFRESH_MS)
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer)
  }

  /** Reads what operators have changed, and takes what is in force now. */
  async refresh(): Promise<void> {
    const [changes, contracts] = await Promise.all([
      this.database.read<ChangedRules & Record<string, unknown>>(changedRules),
      this.database.read<{ contract: string }>(signedContracts),
    ])
    keepRules(changes, new Set(contracts.map(({ contract }) => contract)), this.clock.now())
  }
}
