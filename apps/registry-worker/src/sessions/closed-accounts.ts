import { Injectable } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Accounts, type Account } from '../accounts/account.store'
import { WorkerIdentity } from '../leases/worker-identity'
import type { SessionAccount } from '../registries/registry'
import { NoSession } from './no-session'
import { passwordsMark } from './password-mark'
import type { OpenConnection } from './session-source'

/** Pause of operations of a closed account, which stays closed until an operator resumes it. */
export const CLOSED_PAUSE_MS = 60_000

/** Accounts at which no session is opened: after a refused login, and for a while after too many sessions. */
@Injectable()
export class ClosedAccounts {
  constructor(
    private readonly accounts: Accounts,
    private readonly identity: WorkerIdentity,
    private readonly clock: Clock,
  ) {}

  /** Returns the state of an account. Throws NoSession while no session may be opened. */
  async openState({ account: name }: SessionAccount): Promise<Account | undefined> {
    const account = await this.accounts.get(name)
    if (account?.closedAt) throw new NoSession(account.closedReason ?? 'the account is closed', CLOSED_PAUSE_MS)
    const crowdedMs = (account?.crowdedUntil?.getTime() ?? 0) - this.clock.epochMs()
    if (crowdedMs > 0) throw new NoSession('the registry refused a session (2502)', crowdedMs)
    return account
  }

  /**
   * Tries the passwords of a closed account by `logIn` if they were changed since the refused login, in one replica.
   * Returns whether the account is open again. It stays closed when `logIn` throws.
   */
  async tryChangedPasswords(registry: SessionAccount, logIn: () => Promise<OpenConnection>): Promise<boolean> {
    const lock = await this.identity.hold(`${registry.account}/password`)
    if (!lock) return false
    try {
      const account = await this.accounts.get(registry.account)
      if (!account?.closedAt || account.isSuspended || account.refusedMark === null) return false
      const mark = passwordsMark(registry)
      if (mark === undefined || mark === account.refusedMark) return false
      const slot = await this.identity.takeSlot(registry.account, { first: 0, last: registry.sessions - 1 })
      if (!slot) return false
      try {
        await (await logIn()).logout()
      } finally {
        await slot.release().catch(() => undefined)
      }
      await this.accounts.reopen(registry.account)
      return true
    } finally {
      await lock.release().catch(() => undefined)
    }
  }
}
