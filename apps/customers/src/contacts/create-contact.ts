import { Controller, Inject } from '@nestjs/common'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { hashPassword } from '../access/password'
import { recordChange } from '../audit/audit-log'
import { auditOf } from './contact-changes'
import { assertDetails, detailsIn } from './contact-details'
import { refuseLettingInBeyond } from './letting-in'
import { passwordProblem } from './model/password-rules'

/** Language of a person who names none. */
const LOCALE = 'en_GB'

@Controller()
export class CreateContact {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** A new person may do nothing over the API until somebody says so; administrators are made with the account. */
  @Handles(createContact)
  async execute(input: Input<typeof createContact>, call: Call): Promise<Result<typeof createContact>> {
    if (input.role === undefined) fail('contact_role_missing')
    const details = detailsIn({ ...input, locale: input.locale ?? LOCALE })
    if (details.role === 'admin') fail('contact_role_invalid', { role: input.role })
    const { username, password } = input
    if (!isUsername(username)) {
      fail('username_invalid', { problem: 'must be 1 to 255 characters without space at its ends' })
    }
    const problem = password === undefined ? undefined : passwordProblem(password, { username, email: input.email })
    if (problem !== undefined) fail('password_invalid', { problem })
    assertDetails(details)
    refuseLettingInBeyond(call, undefined, details)

    const resellerId = resellerOf(call)
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const now = this.clock.now()
    const row = {
      ...details,
      reseller_id: resellerId,
      username,
      password_hash: passwordHash,
      password_changed_at: passwordHash === null ? null : now,
      created_at: now,
    }
    return this.database.unitOfWork(call, async (tx) => {
      const [created] = await tx.query<{ id: number }>(insertOf(Object.keys(row)), Object.values(row))
      if (!created) fail('username_unavailable', { username })
      const changes = { username: { to: username }, ...auditOf({}, details) }
      const subject = `contact ${created.id}`
      await recordChange(tx, { call, now, operation: createContact, resellerId, subject, changes })
      return { id: created.id }
    })
  }
}

/** Columns differ by what the client says; what it leaves out has its default in the table. */
function insertOf(columns: readonly string[]) {
  return statement(
    '',
    `insert into contact (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     on conflict (username) where deleted_at is null do nothing returning id`,
  )
}

function isUsername(username: string): boolean {
  return username.length <= 255 && username !== '' && username.trim() === username && !/\p{Cc}/u.test(username)
}
