import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { issueLoginCode } from '@nameyard/contracts/factors/issue-login-code'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { LoginCodes } from './login-codes'
import { findColleague } from './second-factor.store'

@Controller()
export class IssueLoginCode {
  constructor(
    private readonly database: Database,
    private readonly codes: LoginCodes,
  ) {}

  @Handles(issueLoginCode)
  async execute({ username }: Input<typeof issueLoginCode>, call: Call): Promise<Result<typeof issueLoginCode>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [contact] = await tx.query(findColleague, { resellerId: null, id: null, username })
      if (!contact) fail('person_not_found', { username })
      return this.codes.create(tx, contact, { call, operation: issueLoginCode })
    })
  }
}
