import { Injectable } from '@nestjs/common'
import { EppConnection, type EppConnectionOptions, type TranscriptFrame } from '@nameyard/epp/connection'
import { meaningOf } from '@nameyard/epp/result-code'
import { decodeGreeting } from '@nameyard/epp/session/greeting'
import { LoginRefused, NotSent } from '@nameyard/epp/transport-errors'
import { Accounts, type Account } from '../accounts/account.store'
import { Alarms } from '../accounts/alarm.store'
import { WorkerIdentity } from '../leases/worker-identity'
import type { Registry } from '../registries/registry'
import { CLOSED_PAUSE_MS, ClosedAccounts } from './closed-accounts'
import { NoSession } from './no-session'
import { Pace } from './pace'
import { passwordMark, passwordsMark } from './password-mark'
import { RegistryClocks } from './registry-clocks'

/** Pause after a failed connection, or while another replica tries passwords. */
const UNREACHABLE_PAUSE_MS = 1_000

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
    private readonly clocks: RegistryClocks,
    private readonly closed: ClosedAccounts,
  ) {}

  /** Opens a session. Throws NoSession when that is not possible now. */
  async open(registry: Registry, signal: AbortSignal): Promise<EppConnection> {
    const account = await this.closed.openState(registry)
    if (account?.isPasswordInDoubt)
      return this.underPasswordLock(registry, () => this.findOutPassword(registry, signal))
    const session = await this.attempt(registry, { password: validPassword(registry, account), signal })
    if (account && account.crowdedTimes > 0) await this.accounts.endSessionPauses(registry.account)
    if (account?.unreachableSince) await this.accounts.noteReachable(registry.account, true)
    return session
  }

  /**
   * Opens a session and changes the password with its login (RFC 5730 section 2.9.1.1). When the answer is lost, either
   * password may be valid: the next login tries the new one and then the old one, once each.
   */
  async changePassword(registry: Registry, newPassword: string, signal: AbortSignal): Promise<EppConnection> {
    return this.underPasswordLock(registry, async () => {
      const account = await this.closed.openState(registry)
      if (account?.isPasswordInDoubt) return this.findOutPassword(registry, signal)
      const password = validPassword(registry, account)
      if (password === newPassword) return this.attempt(registry, { password, signal })
      await this.accounts.doubtPassword(registry.account)
      try {
        const session = await this.attempt(registry, { password, newPassword, signal })
        await this.trust(registry, newPassword)
        return session
      } catch (error) {
        // Refused, or not sent: the password was not changed.
        const { cause } = error as Error
        if (cause instanceof LoginRefused || cause instanceof NotSent) await this.trust(registry, password)
        throw error
      }
    })
  }

  /** Tries the passwords of a closed account if they were changed since the refused login, each once. */
  tryChangedPasswords(registry: Registry): Promise<boolean> {
    return this.closed.tryChangedPasswords(registry, () => this.findOutPassword(registry))
  }

  /**
   * Opens a session to test the settings, also of a closed account, and changes nothing of its state. Throws what
   * `EppConnection.open` throws.
   */
  async openForTest(registry: Registry, onFrame: (frame: TranscriptFrame) => void): Promise<EppConnection> {
    const password = validPassword(registry, await this.accounts.get(registry.account))
    const options = { ...registry.connection, password, onFrame }
    return this.pace.within(registry, 'session:login', () => EppConnection.open(options))
  }

  /** Tries each possible password once, while it is unknown which is valid. */
  private async findOutPassword(registry: Registry, signal?: AbortSignal): Promise<EppConnection> {
    const { current, next } = registry.passwords()
    const candidates = next === undefined ? [current] : [next, current]
    for (const [index, candidate] of candidates.entries()) {
      try {
        const session = await this.attempt(registry, { password: candidate, signal }, index === candidates.length - 1)
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
    login: Pick<EppConnectionOptions, 'password' | 'newPassword' | 'signal'>,
    isLast = true,
  ): Promise<EppConnection> {
    try {
      const options = { ...registry.connection, ...login }
      const session = await this.pace.within(registry, 'session:login', () => this.openMeasured(registry, options))
      for (const { type, text } of session.securityEvents) {
        await this.alarms.raise(registry.account, 'password', `${type}: ${text}`)
      }
      return session
    } catch (error) {
      const { message } = error as Error
      if (login.signal?.aborted) throw new NoSession(message, UNREACHABLE_PAUSE_MS, { cause: error })
      if (!(error instanceof LoginRefused)) {
        await this.accounts.noteReachable(registry.account, false)
        throw new NoSession(message, UNREACHABLE_PAUSE_MS, { cause: error })
      }
      const kind = classOf(error)
      if (kind === 'limit' || kind === 'failed') await this.accounts.pauseSessions(registry.account)
      else if (kind !== 'login' || isLast) await this.accounts.close(registry.account, message, passwordsMark(registry))
      throw new NoSession(message, UNREACHABLE_PAUSE_MS, { cause: error })
    }
  }

  /** Opens a session, and compares the clock in its greeting with ours when it arrives. */
  private openMeasured(registry: Registry, options: EppConnectionOptions): Promise<EppConnection> {
    let isMeasured = false
    const onFrame = ({ direction, xml }: TranscriptFrame) => {
      if (isMeasured || direction !== 'received') return
      isMeasured = true
      const svDate = dateOfGreeting(xml)
      if (svDate) this.clocks.measure(registry.account, svDate)
    }
    return EppConnection.open({ ...options, onFrame })
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

function validPassword({ account, passwords }: Registry, known: Account | undefined): string {
  const { current, next } = passwords()
  return next !== undefined && known?.passwordMark === passwordMark(account, next) ? next : current
}

/** The clock of a greeting; undefined when a server that is over its limit sent a response instead. */
function dateOfGreeting(xml: string): Date | undefined {
  try {
    return decodeGreeting(xml).svDate
  } catch {
    return undefined
  }
}

function classOf(refused: LoginRefused) {
  return meaningOf(refused.answer.results[0].code).class
}
