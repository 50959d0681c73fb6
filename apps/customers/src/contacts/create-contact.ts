import { Controller, Inject } from '@nestjs/common'
import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { fail } from '@nameyard/contracts/errors'
import { contactCreated } from '@nameyard/contracts/events/catalogue/contact-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { join, raw, sql, type Sql } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents, eventContactColumns, type EventContact } from '../account-events/contact-events'
import { recordChange } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { refuseAccessGrantBeyond } from './access-grant'
import { auditOf } from './contact-changes'
import { assertDetails, detailsIn } from './contact-details'
import { findCompany } from './contact.store'
import { passwordProblem } from './model/password-rules'
import { hashPassword } from './password'

/** Default language of a contact. */
const LOCALE = 'en_GB'

@Controller()
export class CreateContact {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** A new contact has no API access by default. An administrator can be created only with the account or by the operator. */
  @Handles(createContact)
  async execute(input: Input<typeof createContact>, call: Call): Promise<Result<typeof createContact>> {
    if (input.role === undefined) fail('contact_role_missing')
    const details = detailsIn({ ...input, locale: input.locale ?? LOCALE })
    if (details.role === 'admin') fail('contact_role_invalid', { role: input.role })
    const { username, password } = input
    if (!isUsername(username)) {
      fail('username_invalid', { problem: 'must be 1 to 255 characters without spaces at the ends' })
    }
    const resellerId = resellerOf(call)
    if (password !== undefined) await this.assertPassword(password, input, resellerId)
    assertDetails(details)
    refuseAccessGrantBeyond(call, undefined, details)

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
      const [created] = await tx.query<EventContact>(insertOf(row))
      if (!created) fail('username_unavailable', { username })
      await this.events.tell(tx, contactCreated, created)
      const changes = { username: null, ...auditOf({}, details) }
      const subject = `contact ${created.id}`
      await recordChange(tx, { call, now, operation: createContact, resellerId, subject, changes })
      return { id: created.id }
    })
  }

  /** Programs that create contacts may use shorter passwords than people. */
  private async assertPassword(password: string, input: Input<typeof createContact>, resellerId: number) {
    const { username, email, company_name = '' } = input
    const [account] = await this.database.read(findCompany, { resellerId })
    const owner = { username, email, companies: [company_name, account?.company ?? ''] }
    const problem = passwordProblem(password, owner, this.config.CONTACT_PASSWORD_MIN_LENGTH)
    if (problem) fail('password_invalid', { ...problem })
  }
}

/** The columns depend on the request. Columns that are not given get their defaults from the table. */
function insertOf(row: object): Sql {
  return sql`
    insert into contact (${raw(Object.keys(row).join(', '))}) values (${join(Object.values(row))})
    on conflict (username) where deleted_at is null do nothing returning ${eventContactColumns}`
}

function isUsername(username: string): boolean {
  return username.length <= 255 && username !== '' && username.trim() === username && !/\p{Cc}/u.test(username)
}
