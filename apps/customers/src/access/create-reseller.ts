import { Controller, Inject } from '@nestjs/common'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { openAccount } from '@nameyard/contracts/orders/open-account'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { insertContact } from '../contacts/contact.store'
import { hashPassword } from './password'
import { insertReseller } from './reseller.store'

@Controller()
export class CreateReseller {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** The account and its first person come together or not at all, and its books are opened. */
  @Handles(createReseller)
  async execute(input: Input<typeof createReseller>, call: Call): Promise<Result<typeof createReseller>> {
    const { username, password, email } = input.contact
    const passwordHash = await hashPassword(password)
    const now = this.clock.now()
    const { currency } = input
    return this.database.unitOfWork(call, async (tx) => {
      const [reseller] = await tx.query<{ id: number }>(insertReseller, [input.company, currency, now])
      const [contact] = await tx.query<{ id: number }>(insertContact, [
        reseller!.id,
        username,
        passwordHash,
        email,
        'admin',
        true,
        now,
      ])
      if (!contact) fail('username_unavailable', { username })
      const changes = { company: { to: input.company }, username: { to: username }, api_access_enabled: { to: true } }
      await recordChange(tx, {
        call,
        operator: input.operator,
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
