import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { demandRole } from '@nameyard/contracts/rights'
import { administrators } from '@nameyard/contracts/roles'
import { Database } from '@nameyard/persistence/database'
import { GuessLimits } from '../access/guess-limits'
import { ownPasswordSubject } from '../access/model/login-subjects'
import { isPassword } from '../contacts/password'
import { OneTimeCodes } from '../factors/one-time-codes'
import { findHolder, type FactorHolder } from './second-factor.store'

/** What proves the caller beyond its token. */
interface Proof {
  readonly password?: string | undefined
  readonly otp?: string | undefined
}

/** The callers who manage second factors. */
@Injectable()
export class FactorHolders {
  constructor(
    private readonly database: Database,
    private readonly limits: GuessLimits,
    private readonly codes: OneTimeCodes,
  ) {}

  /** Returns the caller. Refuses an API key with limits. */
  async callerOf(call: Call): Promise<FactorHolder> {
    const { contactId } = call.actor ?? fail('authentication_failed')
    const [holder] = await this.database.read(findHolder, { contactId })
    return holder ?? fail('authentication_failed')
  }

  /** Returns the caller. Refuses a contact who is no administrator of the account. */
  async administratorOf(call: Call): Promise<FactorHolder> {
    const holder = await this.callerOf(call)
    demandRole({ roles: administrators }, { actor: { ...call.actor!, role: holder.role } })
    return holder
  }

  /** Returns the caller, who has proven the password or a one-time code. Wrong ones are counted. */
  async provenCaller(given: Proof, operation: AnyOperation, call: Call): Promise<FactorHolder> {
    const holder = await this.callerOf(call)
    const { password = '', otp = '' } = given
    const field = otp === '' ? 'password' : 'otp'
    const isProven = await this.guess(holder, call, () =>
      otp === '' ? isPassword(password, holder.passwordHash) : this.codes.use(otp, holder, operation, call),
    )
    if (!isProven) fail('proof_wrong', { field })
    return holder
  }

  /** Checks a secret of the caller. After several wrong ones the caller must wait; strangers cannot cause that. */
  async guess({ contactId }: FactorHolder, { address }: Call, check: () => Promise<boolean>): Promise<boolean> {
    const subjects = [ownPasswordSubject(contactId, address)]
    await this.limits.assertOpen(subjects)
    const isRight = await check()
    if (!isRight) await this.limits.count(subjects)
    return isRight
  }
}
