import { Injectable } from '@nestjs/common'
import { EppConnection } from '@nameyard/epp/connection'
import { meaningOf } from '@nameyard/epp/result-code'
import { LoginRefused, NotSent } from '@nameyard/epp/transport-errors'
import { Clock } from '@nameyard/runtime/clock'
import { Accounts, type Account } from '../accounts/account.store'
import { Alarms } from '../accounts/alarm.store'
import { WorkerIdentity } from '../leases/worker-identity'
import type { Registry } from '../registries/registry'
import { NoSession } from './no-session'
import { Pace } from './pace'
import { passwordMark } from './password-mark'

/** Pause after a failed connection, or while another replica tries passwords. */
const UNREACHABLE_PAUSE_MS = 1_000
/** Pause of operations of a closed account, which stays closed until an operator resumes it. */
const CLOSED_PAUSE_MS = 60_000

/**
 * Opens sessions at registries. A refused login closes the account until an operator resumes it, since repeating the login
 * would lock the account at the registry.
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

  /** Opens a session. Throws NoSession when that is not possible now. */
  async open(registry: Registry): Promise<EppConnection> {
    const account = await this.accounts.get(registry.account)
    this.assertOpen(account)
    if (account?.isPasswordInDoubt) return this.underPasswordLock(registry, () => this.findOutPassword(registry))
    const session = await this.attempt(registry, validPassword(registry, account))
    if (account && account.crowdedTimes > 0) await this.accounts.endSessionPauses(registry.account)
    return session
  }

  /**
   * Opens a session and changes the password with its login (RFC 5730 section 2.9.1.1). When the answer is lost, either
   * password may be valid: the next login tries the new one and then the old one, once each.
   */
  async changePassword(registry: Registry, nextPassword: string): Promise<EppConnection> {
    return this.underPasswordLock(registry, async () => {
      const account = await this.accounts.get(registry.account)
      this.assertOpen(account)
      if (account?.isPasswordInDoubt) return this.findOutPassword(registry)
      const password = validPassword(registry, account)
      if (password === nextPassword) return this.attempt(registry, password)
      await this.accounts.doubtPassword(registry.account)
      try {
        const session = await this.attempt(registry, password, nextPassword)
        await this.trust(registry, nextPassword)
        return session
      } catch (error) {
        // Refused, or not sent: the password was not changed.
        const { cause } = error as Error
        if (cause instanceof LoginRefused || cause instanceof NotSent) await this.trust(registry, password)
        throw error
      }
    })
  }

  /** Tries each possible password once, while it is unknown which is valid. */
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
    throw new NoSession('the registry refused all our passwords', CLOSED_PAUSE_MS)
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
      if (kind === 'limit' || kind === 'failed') await this.accounts.pauseSessions(registry.account)
      else if (kind !== 'login' || isLast) await this.accounts.close(registry.account, message)
      throw new NoSession(message, UNREACHABLE_PAUSE_MS, { cause: error })
    }
  }

  private assertOpen(account: Account | undefined): void {
    if (account?.closedAt) throw new NoSession(account.closedReason ?? 'the account is closed', CLOSED_PAUSE_MS)
    const crowdedMs = (account?.crowdedUntil?.getTime() ?? 0) - this.clock.epochMs()
    if (crowdedMs > 0) throw new NoSession('the registry refused a session (2502)', crowdedMs)
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
