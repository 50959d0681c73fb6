import { Controller, type OnModuleInit } from '@nestjs/common'
import { login } from '@nameyard/contracts/access/login'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { isPassword } from '../contacts/password'
import { OneTimeCodes } from '../factors/one-time-codes'
import { GuessLimits } from './guess-limits'
import { findLoginAttempt, type FoundAttempt } from './login-failure.store'
import { LoginTokens } from './login-tokens'
import { boundAddress, clientAddress } from './model/address'
import { loginSubjects } from './model/login-subjects'

@Controller()
export class Login implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: GuessLimits,
    private readonly codes: OneTimeCodes,
    private readonly tokens: LoginTokens,
  ) {}

  /** Prepares the hash for unknown users, so that the first unknown user does not take longer. */
  async onModuleInit(): Promise<void> {
    await isPassword('', undefined)
  }

  /**
   * Unknown user and wrong password get the same reply after the same work. Only a caller with the right password learns
   * the state of the account. Failures count for the username from this network, for the network, and, unless the contact
   * has logged in from this network before, for the username. Successful logins do not count; they clear only the
   * failures of their own username and network (NIST SP 800-63B-4 section 3.2.2).
   */
  @Handles(login)
  async execute(input: Input<typeof login>, call: Call): Promise<Result<typeof login>> {
    const boundTo = boundAddress(input.ip)
    if (boundTo === undefined) fail('invalid_input', { field: 'ip', problem: 'must be an IP address or a CIDR range' })
    const { network, pair, address, name } = loginSubjects(input.username, call.address)
    const knownSince = this.tokens.knownSince()
    const [attempt] = await this.database.read(findLoginAttempt, {
      username: input.username,
      subjects: [pair, address],
      name,
      network,
      knownSince,
      now: this.clock.machineNow(),
      address: clientAddress(call.address),
    })
    this.limits.refuseUntil(attempt!.blockedUntil)
    const subjects = attempt!.isKnownNetwork ? [pair, address] : [pair, address, name]
    const isRight = await isPassword(input.password, attempt!.passwordHash ?? undefined)
    if (attempt!.contactId === null || !isRight) {
      await this.limits.count(subjects)
      fail('authentication_failed')
    }
    const { contactId, resellerId, apiAccessEnabled, addressAllowed } = attempt!
    if (!apiAccessEnabled || !addressAllowed) fail('access_denied')

    const needsFactor = attempt!.hasFactor || attempt!.isFactorRequired
    if (needsFactor) await this.assertFactor(input.otp, attempt!, subjects, call)
    const { passwordHash } = attempt!
    const token = await this.tokens.issue({
      holder: { contactId, passwordHash },
      scope: input.scope,
      boundTo,
      subjects: { pair, counted: subjects, network },
      isPasswordOnly: !needsFactor,
    })
    return { reseller_id: resellerId, token }
  }

  /** A wrong code counts like a wrong password. Without a code nothing was guessed, so nothing is counted. */
  private async assertFactor(
    otp: string | undefined,
    { contactId, resellerId, username, role, hasFactor }: FoundAttempt,
    subjects: readonly string[],
    call: Call,
  ): Promise<void> {
    if (otp === undefined || otp.trim() === '') fail(hasFactor ? 'otp_needed' : 'factor_needed')
    if (await this.codes.use(otp, { contactId, resellerId, username, role }, login, call)) return
    await this.limits.count(subjects)
    fail('otp_needed')
  }
}
