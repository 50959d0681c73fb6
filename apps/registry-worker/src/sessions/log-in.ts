import { EppConnection } from '@nameyard/epp/connection'
import { meaningOf } from '@nameyard/epp/result-code'
import { LoginRefused, NotSent } from '@nameyard/epp/transport-errors'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { WorkerIdentity } from '../operations/worker-identity'
import type { Registry } from '../registries/registry'
import { Accounts, type Account } from './account.store'
import { Alarms } from './alarm.store'
import { passwordMark } from './model/password-mark'
import { NoSession } from './no-session'
import { Pace } from './pace'

/** How long to leave a registry alone that cannot be reached, or whose password another replica is finding out. */
const UNREACHABLE_PAUSE_MS = 1_000
/** An account that is closed stays so until an operator looks; whoever waits for it need not ask often. */
const CLOSED_PAUSE_MS = 60_000

/**
 * Opens sessions at registries, and stops doing so when a registry does not want it: a login that is refused is not
 * tried again before an operator has looked, since repeating it locks the account.
 */
@Injectable()
export class LogIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly alarms: Alarms,
    private readonly pace: Pace,
    private readonly identity: WorkerIdentity,
    private readonly clock: Clock,
  ) {}

  /** A new session. Throws NoSession when there cannot be one now. */
  async open(registry: Registry): Promise<EppConnection> {
    const account = await this.accounts.get(registry.account)
    this.assertWanted(account)
    if (account?.isPasswordInDoubt) return this.underPasswordLock(registry, () => this.findOutPassword(registry))
    const session = await this.attempt(registry, validPassword(registry, account))
    if (account && account.crowdedTimes > 0) await this.accounts.uncrowd(registry.account)
    return session
  }

  /**
   * A new session whose login brings the next password into use (RFC 5730 section 2.9.1.1). When its answer is lost,
   * either password may be valid: the next login finds out, trying the new one and then the old one once each.
   */
  async changePassword(registry: Registry, nextPassword: string): Promise<EppConnection> {
    return this.underPasswordLock(registry, async () => {
      const account = await this.accounts.get(registry.account)
      this.assertWanted(account)
      if (account?.isPasswordInDoubt) return this.findOutPassword(registry)
      const password = validPassword(registry, account)
      if (password === nextPassword) return this.attempt(registry, password)
      await this.accounts.doubtPassword(registry.account)
      try {
        const session = await this.attempt(registry, password, nextPassword)
        await this.trust(registry, nextPassword)
        return session
      } catch (error) {
        // An answer that says no, or no connection at all: nothing was changed.
        const { cause } = error as Error
        if (cause instanceof LoginRefused || cause instanceof NotSent) await this.trust(registry, password)
        throw error
      }
    })
  }

  /** The password that works, while nobody knows which; tried once each. */
  private async findOutPassword(registry: Registry): Promise<EppConnection> {
    const { password } = registry.connection
    const candidates = registry.nextPassword === undefined ? [password] : [registry.nextPassword, password]
    for (const [index, candidate] of candidates.entries()) {
      try {
        const session = await this.attempt(registry, candidate, undefined, index === candidates.length - 1)
        await this.trust(registry, candidate)
        return session
      } catch (error) {
        const { cause } = error as Error
        if (!(cause instanceof LoginRefused && classOf(cause) === 'login')) throw error
      }
    }
    throw new NoSession('the registry refused every password of ours', CLOSED_PAUSE_MS)
  }

  private async attempt(
    registry: Registry,
    password: string,
    newPassword?: string,
    isLast = true,
  ): Promise<EppConnection> {
    try {
      const change = newPassword === undefined ? {} : { newPassword }
      const options = { ...registry.connection, password, ...change }
      const session = await this.pace.within(registry, 'session:login', () => EppConnection.open(options))
      for (const { type, text } of session.securityEvents) {
        await this.alarms.raise(registry.account, 'password', `${type}: ${text}`)
      }
      return session
    } catch (error) {
      const { message } = error as Error
      if (!(error instanceof LoginRefused)) throw new NoSession(message, UNREACHABLE_PAUSE_MS, { cause: error })
      const kind = classOf(error)
      if (kind === 'limit' || kind === 'failed') await this.accounts.crowd(registry.account)
      else if (kind !== 'login' || isLast) await this.accounts.close(registry.account, message)
      throw new NoSession(message, UNREACHABLE_PAUSE_MS, { cause: error })
    }
  }

  private assertWanted(account: Account | undefined): void {
    if (account?.closedAt) throw new NoSession(account.closedReason ?? 'the account is closed', CLOSED_PAUSE_MS)
    const crowdedMs = (account?.crowdedUntil?.getTime() ?? 0) - this.clock.epochMs()
    if (crowdedMs > 0) throw new NoSession('the registry wants no more sessions for a while', crowdedMs)
  }

  private async underPasswordLock(registry: Registry, log: () => Promise<EppConnection>): Promise<EppConnection> {
    const lock = await this.identity.hold(`${registry.account}/password`)
    if (!lock) throw new NoSession('the password of the account is being changed', UNREACHABLE_PAUSE_MS)
    return log().finally(() => lock.release().catch(() => undefined))
  }

  private trust(registry: Registry, password: string): Promise<void> {
    return this.accounts.trustPassword(registry.account, passwordMark(registry.account, password))
  }
}

function validPassword({ account, connection, nextPassword }: Registry, known: Account | undefined): string {
  const isNext = nextPassword !== undefined && known?.passwordMark === passwordMark(account, nextPassword)
  return isNext ? nextPassword : connection.password
}

function classOf(refused: LoginRefused) {
  return meaningOf(refused.answer.results[0].code).class
}
