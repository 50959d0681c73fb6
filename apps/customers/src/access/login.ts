import { createHash, randomBytes } from 'node:crypto'
import { Controller, Inject, type OnModuleInit } from '@nestjs/common'
import { login } from '@nameyard/contracts/access/login'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { findLoginAttempt, recordLoginFailure, type LoginAttempt } from './login-failure.store'
import { boundAddress, clientAddress, clientNetwork } from './model/address'
import { isPassword } from './password'
import { insertToken } from './token.store'

/** How long a failed login counts. */
const WINDOW_MS = 3_600_000

@Controller()
export class Login implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** The first unknown name must not be the one that takes longer. */
  async onModuleInit(): Promise<void> {
    await isPassword('', undefined)
  }

  /**
   * Unknown user and wrong password are one answer after the same work; the state of an account is told to its own.
   * Failures count for the name and for the network they come from, in the database: every process knows of them, and
   * none forgets. Logins that succeed cost nothing of that.
   */
  @Handles(login)
  async execute(input: Input<typeof login>, call: Call): Promise<Result<typeof login>> {
    const boundTo = boundAddress(input.ip)
    if (boundTo === undefined) fail('invalid_input', { field: 'ip', problem: 'must be an address or a CIDR range' })
    const nameHash = createHash('sha256').update(input.username).digest('hex')
    const subjects = [`address ${clientNetwork(call.address)}`, `name ${nameHash}`]
    const [attempt] = await this.database.read<LoginAttempt>(findLoginAttempt, [
      input.username,
      subjects,
      this.clock.machineNow(),
      clientAddress(call.address),
    ])
    this.assertOpen(attempt!.blocked_until)
    const isRight = await isPassword(input.password, attempt!.password_hash ?? undefined)
    if (attempt!.contact_id === null || !isRight) return this.failed(subjects)
    const { contact_id, reseller_id, api_access_enabled, address_allowed } = attempt!
    if (!api_access_enabled || !address_allowed) fail('access_denied')

    const token = randomBytes(16).toString('hex')
    const now = this.clock.machineNow()
    const expiresAt = new Date(now.getTime() + this.config.TOKEN_HOURS * 3_600_000)
    const hash = createHash('sha256').update(token).digest()
    const scope = [...new Set(input.scope ?? everyRight)]
    const values = [hash, contact_id, scope, boundTo, now, expiresAt, subjects, attempt!.password_hash]
    const [outcome] = await this.database.read<{ isHolder: boolean; isInserted: boolean }>(insertToken, values)
    if (!outcome!.isHolder) fail('authentication_failed')
    if (!outcome!.isInserted) this.refuseMeanwhile()
    return { reseller_id, token }
  }

  private async failed(subjects: readonly string[]): Promise<never> {
    const { LOGIN_FAILURES, LOGIN_BLOCK_MINUTES } = this.config
    const limits = [LOGIN_FAILURES, WINDOW_MS, LOGIN_BLOCK_MINUTES * 60_000]
    const counted = await this.database.read(recordLoginFailure, [subjects, this.clock.machineNow(), ...limits])
    if (counted.length < subjects.length) this.refuseMeanwhile()
    fail('authentication_failed')
  }

  /** Whoever tries many at once learns nothing from those that were looked at while the limit was reached. */
  private refuseMeanwhile(): never {
    fail('rate_limited', { retryAfter: Math.ceil(this.config.LOGIN_BLOCK_MINUTES * 60) })
  }

  private assertOpen(blockedUntil: Date | null): void {
    if (blockedUntil === null) return
    const seconds = Math.ceil((blockedUntil.getTime() - this.clock.machineMs()) / 1000)
    fail('rate_limited', { retryAfter: Math.max(1, seconds) })
  }
}
