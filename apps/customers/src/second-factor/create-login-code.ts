import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { createLoginCode } from '@nameyard/contracts/factors/create-login-code'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { FactorHolders } from './factor-holders'
import { LoginCodes } from './login-codes'
import { findColleague } from './second-factor.store'

@Controller()
export class CreateLoginCode {
  constructor(
    private readonly database: Database,
    private readonly holders: FactorHolders,
    private readonly codes: LoginCodes,
  ) {}

  /** Not for the caller: a stolen token would be a second factor. */
  @Handles(createLoginCode)
  async execute({ id }: Input<typeof createLoginCode>, call: Call): Promise<Result<typeof createLoginCode>> {
    const { contactId, resellerId } = await this.holders.administratorOf(call)
    if (id === contactId) fail('login_code_for_caller')
    return this.database.unitOfWork(call, async (tx) => {
      const [colleague] = await tx.query(findColleague, { resellerId, id, username: null })
      if (!colleague) fail('contact_not_found', { id })
      const { code, expiresAt } = await this.codes.create(tx, colleague, { call, operation: createLoginCode })
      return { code, expires_at: expiresAt }
    })
  }
}
