import { Injectable } from '@nestjs/common'
import type { EppConnection } from '@nameyard/epp/connection'
import { Accounts } from '../accounts/account.store'
import { Balances } from '../accounts/balances'
import type { Registry } from '../registries/registry'
import { AnswerMeter } from './answer-meter'
import { LogIn } from './log-in'
import { Pace } from './pace'
import { RegistryClocks } from './registry-clocks'
import { Session } from './session'
import type { SessionPool } from './session-pool'
import { SessionPools, type AccountPools } from './session-pools'
import type { SessionSource } from './session-source'

type EppPool = SessionPool<EppConnection, Session>

/** The sessions of the accounts at registries that speak EPP. */
@Injectable()
export class EppSessions {
  private readonly pools: (account: string) => AccountPools<EppConnection, Session>

  constructor(
    sessions: SessionPools,
    private readonly logIn: LogIn,
    private readonly pace: Pace,
    private readonly accounts: Accounts,
    private readonly balances: Balances,
    private readonly clocks: RegistryClocks,
    private readonly meter: AnswerMeter,
  ) {
    this.pools = sessions.add('epp', (registry: Registry) => this.sourceOf(registry))
  }

  of(account: string): EppPool {
    return this.pools(account).work
  }

  /** The pool of the message queue; the pool of operations when the account has only one session. */
  ofQueue(account: string): EppPool {
    return this.pools(account).queue
  }

  /** Replaces a session by one whose login changes the password. Throws NoSession when that fails. */
  changePassword(registry: Registry, nextPassword: string): Promise<void> {
    return this.of(registry.account).replace((signal) => this.logIn.changePassword(registry, nextPassword, signal))
  }

  private sourceOf(registry: Registry): SessionSource<EppConnection, Session> {
    const { logIn, pace, accounts, balances, clocks, meter } = this
    return {
      account: registry,
      open: (signal) => logIn.open(registry, signal),
      session: (connection, slot) => new Session(connection, registry, pace, accounts, balances, clocks, meter, slot),
      keepAlive: async (connection) => {
        const { svDate } = await pace.within(registry, 'session:hello', () => connection.hello())
        clocks.measure(registry.account, svDate)
      },
      tryChangedPasswords: () => logIn.tryChangedPasswords(registry),
    }
  }
}
