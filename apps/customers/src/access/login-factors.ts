import { Injectable } from '@nestjs/common'
import { login } from '@nameyard/contracts/access/login'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { OneTimeCodes } from '../factors/one-time-codes'
import { Passkeys } from '../factors/passkeys'
import { GuessLimits, type Block } from './guess-limits'
import { LoginEvents } from './login-events'
import type { FoundAttempt } from './login-failure.store'

/** Demands a second factor beside a password that was right. */
@Injectable()
export class LoginFactors {
  constructor(
    private readonly limits: GuessLimits,
    private readonly events: LoginEvents,
    private readonly codes: OneTimeCodes,
    private readonly passkeys: Passkeys,
  ) {}

  /** A wrong factor counts like a wrong password. Without one nothing was guessed, so nothing is counted. */
  async demand(
    { otp, passkey }: Pick<Input<typeof login>, 'otp' | 'passkey'>,
    contact: FoundAttempt,
    counted: readonly string[],
    call: Call,
  ): Promise<void> {
    const { contactId, resellerId, username, role, hasFactor } = contact
    const failed = (blocks: readonly Block[] = []) => this.events.failed(contact, 'second factor', call, blocks)
    if (passkey) {
      const outcome = await this.passkeys.use(passkey, contactId, call)
      if (!('refused' in outcome)) return
      if (outcome.refused === 'stale') {
        await failed()
        fail('passkey_stale')
      }
      await failed(await this.limits.count(counted))
      fail('passkey_wrong')
    }
    if (otp === undefined || otp.trim() === '') {
      await failed()
      fail(hasFactor ? 'otp_needed' : 'factor_needed')
    }
    if (await this.codes.use(otp, { contactId, resellerId, username, role }, login, call)) return
    await failed(await this.limits.count(counted))
    fail('otp_needed')
  }
}
