import { Injectable } from '@nestjs/common'
import { Accounts } from '../accounts/account.store'
import type { RriAccount } from '../registries/registry'
import { AnswerMeter } from '../sessions/answer-meter'
import { ClosedAccounts } from '../sessions/closed-accounts'
import { NoSession } from '../sessions/no-session'
import { Pace } from '../sessions/pace'
import { passwordsMark } from '../sessions/password-mark'
import { SessionPools, type AccountPools } from '../sessions/session-pools'
import { isTemporary } from './protocol/numbers'
import { RriConnection, RriLoginRefused } from './rri-connection'
import { RriSession } from './rri-session'

/** Pause after a failed connection or login. */
const UNREACHABLE_PAUSE_MS = 1_000

/** The sessions of the accounts at registries that speak RRI. Nothing keeps an idle session alive: it logs out. */
@Injectable()
export class RriSessions {
  /** The pools of an account. */
  readonly of: (account: string) => AccountPools<RriConnection, RriSession>

  constructor(
    sessions: SessionPools,
    private readonly pace: Pace,
    private readonly closed: ClosedAccounts,
    private readonly accounts: Accounts,
    meter: AnswerMeter,
  ) {
    this.of = sessions.add('rri', (account: RriAccount) => ({
      account,
      open: (signal) => this.open(account, signal),
      session: (connection, slot) => new RriSession(connection, account, pace, meter, slot),
      tryChangedPasswords: () => closed.tryChangedPasswords(account, () => this.logIn(account)),
    }))
  }

  private async open(account: RriAccount, signal: AbortSignal): Promise<RriConnection> {
    const state = await this.closed.openState(account)
    const connection = await this.logIn(account, signal)
    if (state && state.crowdedTimes > 0) await this.accounts.endSessionPauses(account.account)
    if (state?.unreachableSince) await this.accounts.noteReachable(account.account, true)
    return connection
  }

  /**
   * After ten refused logins the registry locks the user for an hour (DENIC-29, login): a permanent refusal closes the
   * account. A temporary one, such as that of too many sessions, pauses it.
   */
  private async logIn(account: RriAccount, signal?: AbortSignal): Promise<RriConnection> {
    const { user, account: name } = account
    try {
      const credentials = { user, password: account.passwords().current }
      const settings = { ...account.connection, signal }
      return await this.pace.within(account, 'session:login', () => RriConnection.open(settings, credentials))
    } catch (error) {
      const { message } = error as Error
      if (signal?.aborted) throw new NoSession(message, UNREACHABLE_PAUSE_MS, { cause: error })
      if (error instanceof RriLoginRefused) {
        if (isTemporary(error.answer)) await this.accounts.pauseSessions(name)
        else await this.accounts.close(name, message, passwordsMark(account))
      } else await this.accounts.noteReachable(name, false)
      throw new NoSession(message, UNREACHABLE_PAUSE_MS, { cause: error })
    }
  }
}
