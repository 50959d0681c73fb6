import { Controller, Inject } from '@nestjs/common'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { fail } from '@nameyard/contracts/errors'
import { contactCreated } from '@nameyard/contracts/events/catalogue/contact-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { recordChange } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { assertDetails } from '../contacts/contact-details'
import { findCompany, insertContact } from '../contacts/contact.store'
import { passwordProblem } from '../contacts/model/password-rules'
import { hashPassword } from '../contacts/password'

@Controller()
export class AddPerson {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Adds a contact. Only the operator can add an administrator. */
  @Handles(addPerson)
  async execute(input: Input<typeof addPerson>, call: Call): Promise<Result<typeof addPerson>> {
    const { resellerId, username, email, role, apiAccess } = input
    const [account] = await this.database.read(findCompany, { resellerId })
    if (!account) fail('reseller_not_found', { reseller: resellerId })
    const owner = { username, email, companies: [account.company] }
    const problem = passwordProblem(input.password, owner, this.config.PASSWORD_MIN_LENGTH)
    if (problem) fail('password_invalid', { ...problem })
    assertDetails({ email })
    const passwordHash = await hashPassword(input.password)
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const values = { resellerId, username, passwordHash, email, role, apiAccess, now }
      const [contact] = await tx.query(insertContact, values)
      if (!contact) fail('username_unavailable', { username })
      await this.events.tell(tx, contactCreated, contact)
      const changes = { username: null, role: { to: role }, api_access_enabled: { to: apiAccess } }
      const subject = `contact ${contact.id}`
      await recordChange(tx, { call, now, operation: addPerson, resellerId, subject, changes })
      return { contactId: contact.id }
    })
  }
}
