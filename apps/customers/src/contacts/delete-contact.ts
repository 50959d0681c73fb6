import { Controller } from '@nestjs/common'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { ContactErasure } from './contact-erasure'
import { lockWithAdmins } from './contact.store'
import { isLast, managesPeople } from './model/last-admin'

@Controller()
export class DeleteContact {
  constructor(
    private readonly database: Database,
    private readonly erasure: ContactErasure,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteContact)
  async execute({ id }: Input<typeof deleteContact>, call: Call): Promise<Result<typeof deleteContact>> {
    const resellerId = resellerOf(call)
    const now = this.clock.now()
    await this.database.unitOfWork(call, async (tx) => {
      const people = await tx.query(lockWithAdmins, { resellerId, id })
      const contact = people.find((person) => person.id === id) ?? fail('contact_not_found', { id })
      if (call.actor?.contactId === id) fail('contact_is_caller')
      if (isLast(contact, people, managesPeople)) fail('contact_is_last_admin')
      await this.erasure.erase(tx, contact)
      const changes = { deleted: { to: true } }
      await recordChange(tx, { call, now, operation: deleteContact, resellerId, subject: `contact ${id}`, changes })
    })
    return { success: true }
  }
}
