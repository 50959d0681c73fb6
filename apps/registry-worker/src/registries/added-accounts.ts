import { dirname } from 'node:path'
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Changes, type Copy } from '../changes/changes'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { Dialects } from '../dialects/dialects'
import { readSettings, type SettingFault } from './account-faults'
import { accountOf, type AccountContext, type AccountSettings } from './account-settings'
import { addAccount, addedAccounts } from './added-account.store'
import { Registries } from './registries'

/** How long a new account may take to reach every replica, and how often a missing file is looked for; milliseconds. */
const REFRESH_MS = 2_000

/**
 * The accounts that operators have added while the workers run. A replica without one of their files leaves the account out,
 * says so, and tries again. An account of the settings has precedence over one of the same name.
 */
@Injectable()
export class AddedAccounts implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('accounts')
  private readonly context: AccountContext
  private readonly rows: Copy
  private refreshing: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  /** The last problem of each account that is left out. */
  private readonly problems = new Map<string, string>()

  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly clock: Clock,
    changes: Changes,
    dialects: Dialects,
    @Inject(REGISTRY_WORKER_CONFIG) config: RegistryWorkerConfig,
  ) {
    const { REGISTRY_ACCOUNTS_FILE: file, REGISTRY_CONNECT_MS: connectMs, REGISTRY_ANSWER_MS: answerMs } = config
    this.context = { dialects, timeouts: { connectMs, answerMs }, folder: file === undefined ? '/' : dirname(file) }
    this.rows = changes.follow('added_account', () => void this.refresh())
  }

  /** Operations of these accounts are executed as soon as the service has started. */
  async onModuleInit(): Promise<void> {
    await this.refresh()
    this.timer = setInterval(() => {
      if (this.rows.isOld || this.problems.size > 0) void this.refresh()
    }, REFRESH_MS)
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    await this.refreshing
  }

  /** Reads the settings of a new account. Returns them, or every fault of them. */
  read(given: unknown): { readonly settings: AccountSettings } | { readonly faults: readonly SettingFault[] } {
    const read = readSettings(given, this.context)
    if ('faults' in read) return read
    const { account, tlds } = read.settings
    const faults: SettingFault[] = []
    if (this.registries.has(account)) faults.push({ path: 'account', problem: `${account} exists already` })
    if (account.startsWith('sandbox')) faults.push({ path: 'account', problem: 'sandbox names the sandbox registry' })
    for (const tld of Array.isArray(tlds) ? tlds : Object.keys(tlds)) {
      const served = this.registries.of(tld)
      if (served && !served.account.startsWith('sandbox'))
        faults.push({ path: `tlds.${tld}`, problem: `is an extension of the account ${served.account}` })
    }
    return faults.length > 0 ? { faults } : read
  }

  /** Stores a new account. Returns false when another request has added one of that name. */
  async store(tx: Tx, { account, ...settings }: AccountSettings): Promise<boolean> {
    const now = this.clock.now()
    const row = { account, settings: JSON.stringify({ account, ...settings }), now }
    return (await tx.query(addAccount, row)).length > 0
  }

  /** Serves accounts that were added since, and waits until every replica had the time to do so. */
  async spread(): Promise<void> {
    await this.refresh()
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS))
  }

  /** Serves accounts that were added since. */
  async refresh(): Promise<void> {
    await this.refreshing
    await (this.refreshing ??= this.serve()
      .catch((error: Error) => {
        this.rows.expire()
        this.log.warn(`the added accounts are not refreshed: ${error.message}`)
      })
      .finally(() => (this.refreshing = undefined)))
  }

  private async serve(): Promise<void> {
    this.rows.begin()
    for (const { account, settings } of await this.database.read(addedAccounts)) {
      if (this.registries.has(account)) continue
      const read = readSettings(settings, this.context)
      if ('settings' in read) {
        this.registries.add(accountOf(read.settings, this.context))
        this.problems.delete(account)
        continue
      }
      const problem = read.faults.map((fault) => `${fault.path} ${fault.problem}`).join('; ')
      if (this.problems.get(account) !== problem) this.log.warn(`the account ${account} is left out: ${problem}`)
      this.problems.set(account, problem)
    }
  }
}
