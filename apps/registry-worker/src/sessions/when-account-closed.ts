import { Injectable, Logger } from '@nestjs/common'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { Accounts } from '../accounts/account.store'
import { Changes, type Copy } from '../changes/changes'
import { SessionPools } from './session-pools'

const EVERY_MS = 1_000

/**
 * Ends the sessions of closed accounts in this replica, and tries a closed account again when its password was replaced in
 * the settings.
 */
@Injectable()
export class WhenAccountClosed extends SweepTask {
  private readonly log = new Logger('accounts')
  private readonly rows: Copy
  private areClosed = false

  constructor(
    private readonly accounts: Accounts,
    private readonly pools: SessionPools,
    changes: Changes,
  ) {
    super({ name: 'closed accounts', everyMs: EVERY_MS })
    this.rows = changes.follow('registry_account', () => void this.run())
  }

  protected override async sweep(): Promise<void> {
    if (!this.areClosed && !this.rows.isOld) return
    this.rows.begin()
    const closed = await this.accounts.closed().catch((error: Error) => {
      this.rows.expire()
      throw error
    })
    this.areClosed = closed.size > 0
    this.pools.shut(closed)
    for (const account of closed.keys()) {
      try {
        const isOpen = await this.pools.tryChangedPasswords(account)
        if (isOpen) this.log.log(`${account} is open again: its new password is valid`)
      } catch (error) {
        this.log.warn(`the new password of ${account} is not valid: ${(error as Error).message}`)
      }
    }
  }
}
