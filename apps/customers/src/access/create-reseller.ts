import { Controller, Inject } from '@nestjs/common'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { fail } from '@nameyard/contracts/errors'
import { contactCreated } from '@nameyard/contracts/events/catalogue/contact-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { openAccount } from '@nameyard/contracts/orders/open-account'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { recordChange } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { insertContact } from '../contacts/contact.store'
import { passwordProblem } from '../contacts/model/password-rules'
import { hashPassword } from '../contacts/password'
import { insertNameserverLabel } from './nameserver-label.store'
import { newNameserverLabel } from './new-nameserver-label'
import { insertReseller } from './reseller.store'

@Controller()
export class CreateReseller {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Creates the account with its first contact, assigns its name servers and opens its ledger account. */
  @Handles(createReseller)
  async execute(input: Input<typeof createReseller>, call: Call): Promise<Result<typeof createReseller>> {
    const { username, password, email } = input.contact
    const owner = { username, email, companies: [input.company] }
    const problem = passwordProblem(password, owner, this.config.PASSWORD_MIN_LENGTH)
    if (problem) fail('password_invalid', { ...problem })
    const passwordHash = await hashPassword(password)
    const now = this.clock.now()
    const { currency, enforcesRoles } = input
    return this.database.unitOfWork(call, async (tx) => {
      const [reseller] = await tx.query(insertReseller, { company: input.company, currency, enforcesRoles, now })
      await tx.query(insertNameserverLabel, { label: newNameserverLabel(), resellerId: reseller!.id, now })
      const person = { resellerId: reseller!.id, username, passwordHash, email, role: 'admin', apiAccess: true, now }
      const [contact] = await tx.query(insertContact, person)
      if (!contact) fail('username_unavailable', { username })
      await this.events.tell(tx, contactCreated, contact)
      const changes = {
        company: null,
        username: null,
        api_access_enabled: { to: true },
        ...(enforcesRoles && { enforces_roles: { to: true } }),
      }
      await recordChange(tx, {
        call,
        now,
        operation: createReseller,
        resellerId: reseller!.id,
        subject: `reseller ${reseller!.id}`,
        changes,
      })
      await this.outbox.append(tx, openAccount, { resellerId: reseller!.id, currency })
      return { resellerId: reseller!.id, contactId: contact.id }
    })
  }
}
