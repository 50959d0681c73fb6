import { Controller, Inject } from '@nestjs/common'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { assertDetails } from '../contacts/contact-details'
import { insertContact } from '../contacts/contact.store'
import { passwordProblem } from '../contacts/model/password-rules'
import { hashPassword } from './password'
import { findReseller } from './reseller.store'

@Controller()
export class AddPerson {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** What a reseller cannot do itself: a further administrator comes from the operator. */
  @Handles(addPerson)
  async execute(input: Input<typeof addPerson>, call: Call): Promise<Result<typeof addPerson>> {
    const { operator, resellerId, username, email, role, apiAccess } = input
    const problem = passwordProblem(input.password, { username, email })
    if (problem !== undefined) fail('password_invalid', { problem })
    assertDetails({ email })
    const passwordHash = await hashPassword(input.password)
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const [reseller] = await tx.query(findReseller, [resellerId])
      if (!reseller) fail('reseller_not_found', { reseller: resellerId })
      const values = [resellerId, username, passwordHash, email, role, apiAccess, now]
      const [contact] = await tx.query<{ id: number }>(insertContact, values)
      if (!contact) fail('username_unavailable', { username })
      const changes = { username: { to: username }, role: { to: role }, api_access_enabled: { to: apiAccess } }
      const subject = `contact ${contact.id}`
      await recordChange(tx, { call, operator, now, operation: addPerson, resellerId, subject, changes })
      return { contactId: contact.id }
    })
  }
}
