import { isDeepStrictEqual } from 'node:util'
import { Controller, Inject } from '@nestjs/common'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange, type Changes } from '../audit/audit-log'
import { assertDetails } from '../contacts/contact-details'
import { isLastAdmin } from '../contacts/model/last-admin'
import { passwordProblem } from '../contacts/model/password-rules'
import { hashPassword } from './password'
import { lockPersonWithAdmins, updateRights, type Person, type Rights } from './person.store'
import { removeTokens } from './token.store'

/** Column of each right. */
const columns = {
  isActive: 'is_active',
  apiAccess: 'api_access_enabled',
  allow: 'api_allowed_from',
  deny: 'api_denied_from',
} as const satisfies Record<string, keyof Rights>

type Right = keyof typeof columns

@Controller()
export class ChangeRights {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Who may no longer use the API, or has another password, is out with the commit; addresses count at every request. */
  @Handles(changeRights)
  async execute(input: Input<typeof changeRights>, call: Call): Promise<Result<typeof changeRights>> {
    const { operator, username, password } = input
    assertDetails({
      ...(input.allow && { api_allowed_from: input.allow }),
      ...(input.deny && { api_denied_from: input.deny }),
    })
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const people = await tx.query<Person>(lockPersonWithAdmins, [username])
      const before = people.find((person) => person.username === username) ?? fail('person_not_found', { username })
      const problem = password === undefined ? undefined : passwordProblem(password, before)
      if (problem !== undefined) fail('password_invalid', { problem })
      if (input.isActive === false && isLastAdmin(before, people)) fail('contact_is_last_admin')

      const given = (Object.keys(columns) as Right[]).filter((right) => input[right] !== undefined)
      const changed = given.filter((right) => !isDeepStrictEqual(input[right], before[columns[right]]))
      if (changed.length === 0 && password === undefined) return { contactId: before.id, changed: [] }
      const after: Rights = {
        is_active: input.isActive ?? before.is_active,
        api_access_enabled: input.apiAccess ?? before.api_access_enabled,
        api_allowed_from: input.allow ?? before.api_allowed_from,
        api_denied_from: input.deny ?? before.api_denied_from,
      }
      await tx.query(updateRights, [
        before.id,
        after.is_active,
        after.api_access_enabled,
        after.api_allowed_from,
        after.api_denied_from,
        passwordHash,
        now,
      ])
      if (password !== undefined || !after.is_active || !after.api_access_enabled) {
        await tx.query(removeTokens, [before.id, null])
      }
      const changes: Changes = {
        ...Object.fromEntries(
          changed.map((right) => [columns[right], { from: before[columns[right]], to: after[columns[right]] }]),
        ),
        ...(password !== undefined && { password: null }),
      }
      const { reseller_id: resellerId } = before
      const subject = `contact ${before.id}`
      await recordChange(tx, { call, operator, now, operation: changeRights, resellerId, subject, changes })
      return { contactId: before.id, changed: [...changed, ...(password === undefined ? [] : (['password'] as const))] }
    })
  }
}
