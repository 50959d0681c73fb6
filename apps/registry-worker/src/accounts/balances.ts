import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common'
import type { Balance } from '@nameyard/epp/extensions/fee/balance'
import { Accounts } from './account.store'

/** Answers with a balance may come many times a second; the newest is written. */
const EVERY_MS = 1_000

/** The balances that registries answer. A lost one is repeated by the next answer. */
@Injectable()
export class Balances implements OnModuleDestroy {
  private readonly log = new Logger('balances')
  private readonly newest = new Map<string, Balance>()
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly accounts: Accounts) {}

  /** Notes a balance, to be written soon. */
  note(account: string, balance: Balance): void {
    this.newest.set(account, balance)
    this.timer ??= setTimeout(() => void this.write(), EVERY_MS)
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.timer)
    await this.write()
  }

  private async write(): Promise<void> {
    this.timer = undefined
    const balances = [...this.newest]
    this.newest.clear()
    for (const [account, balance] of balances) {
      await this.accounts
        .noteBalance(account, balance)
        .catch((error: Error) => this.log.warn(`the balance of ${account} is not stored: ${error.message}`))
    }
  }
}
