import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { erasePerson } from '@nameyard/contracts/privacy/erase-person'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { ContactErasure } from '../contacts/contact-erasure'
import { lockWithAdmins } from '../contacts/contact.store'
import { isLast, managesPeople } from '../contacts/model/last-admin'
import { CustomerRemoval } from '../customers/customer-removal'
import { findCustomer, findPerson } from './person.store'

@Controller()
export class ErasePerson {
  constructor(
    private readonly database: Database,
    private readonly removal: CustomerRemoval,
    private readonly erasure: ContactErasure,
    private readonly clock: Clock,
  ) {}

  /** Deletes a person as the account would. Of a customer that is deleted already, returns until when its data stay. */
  @Handles(erasePerson)
  async execute({ handle, username = '' }: Input<typeof erasePerson>, call: Call): Promise<Result<typeof erasePerson>> {
    const recorded = (resellerId: number, subject: string) => (tx: Tx) =>
      recordChange(tx, {
        call,
        now: this.clock.now(),
        operation: erasePerson,
        resellerId,
        subject,
        changes: { deleted: { to: true } },
      })
    if (handle === undefined) {
      await this.eraseContact(username, call, recorded)
      return { keptUntil: null }
    }
    const [customer] = await this.database.read(findCustomer, { handle })
    if (!customer) fail('customer_not_found', { handle })
    const { reseller_id: resellerId, deleted_at, kept_until } = customer
    const keptUntil = deleted_at
      ? kept_until
      : await this.removal.remove({ resellerId, handle }, call, recorded(resellerId, `customer ${handle}`))
    return { keptUntil: keptUntil?.toISOString() ?? null }
  }

  private async eraseContact(
    username: string,
    call: Call,
    recorded: (resellerId: number, subject: string) => (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const [person] = await this.database.read(findPerson, { username })
    if (!person) fail('person_not_found', { username })
    const { id, reseller_id: resellerId } = person
    await this.database.unitOfWork(call, async (tx) => {
      const people = await tx.query(lockWithAdmins, { resellerId, id })
      const contact = people.find((each) => each.id === id) ?? fail('person_not_found', { username })
      if (isLast(contact, people, managesPeople)) fail('contact_is_last_admin')
      await this.erasure.erase(tx, contact)
      await recorded(resellerId, `contact ${id}`)(tx)
    })
  }
}
