import { Controller } from '@nestjs/common'
import { adoptContacts } from '@nameyard/contracts/customers/adopt-contacts'
import { fail } from '@nameyard/contracts/errors'
import { customerCreated } from '@nameyard/contracts/events/catalogue/customer-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import type { RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CustomerEvents } from '../account-events/customer-events'
import { adoptedCustomers, lockAccount, sameAddress, saveAdopted } from './adopted-contact.store'
import { snapshotOf } from './customer-snapshot'
import { insertCustomer, written, type WrittenCustomer } from './customer.store'
import { adoptedDetails, isSamePerson } from './model/adopted-details'
import { fold } from './model/fold'
import { handleInitials } from './model/handle'

type Asked = Input<typeof adoptContacts>

/** Makes customers of contacts that a registry has. Their data are stored as they are: the registry has accepted them. */
@Controller()
export class AdoptContacts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: CustomerEvents,
  ) {}

  @Handles(adoptContacts)
  async execute({ resellerId, account, contacts }: Asked, call: Call): Promise<Result<typeof adoptContacts>> {
    return this.database.unitOfWork(call, async (tx) => {
      // Locked, so that two requests do not make two customers of one contact.
      const [reseller] = await tx.query(lockAccount, { resellerId })
      if (!reseller) fail('reseller_not_found', { reseller: resellerId })
      const ids = contacts.map(({ id }) => id)
      const known = await tx.query(adoptedCustomers, { resellerId, account, ids })
      const handles = new Map(known.map(({ registryId, handle }) => [registryId, handle]))
      for (const contact of contacts) {
        if (handles.has(contact.id)) continue
        const { id: customerId, handle } =
          (await this.same(tx, resellerId, contact)) ?? (await this.create(tx, resellerId, contact))
        await tx.query(saveAdopted, { resellerId, account, registryId: contact.id, customerId })
        handles.set(contact.id, handle)
      }
      return { handles: [...handles].map(([id, handle]) => ({ id, handle })) }
    })
  }

  /** The customer of the reseller with exactly the data of a contact. */
  private async same(tx: Tx, resellerId: number, contact: RegisteredContact) {
    const candidates = await tx.query(sameAddress, { resellerId, email: fold(contact.email) })
    return candidates.find((row) => isSamePerson(snapshotOf(row), contact))
  }

  private async create(tx: Tx, resellerId: number, contact: RegisteredContact) {
    const details = adoptedDetails(contact)
    const now = this.clock.now()
    const row = {
      ...details,
      reseller_id: resellerId,
      username: '',
      comments_changed_at: null,
      created_at: now,
      updated_at: now,
    }
    const handle = { initials_of_handle: handleInitials(details), country_of_handle: details.country }
    const [inserted] = await tx.query(insertCustomer, { ...(written(row) as WrittenCustomer), ...handle })
    await this.events.tell(tx, customerCreated, inserted!)
    return inserted!
  }
}
