import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { exportPerson } from '@nameyard/contracts/privacy/export-person'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { recordChange } from '../audit/audit-log'
import { PersonExport } from './person-export'
import { findCustomer, findPerson } from './person.store'

@Controller()
export class ExportPerson {
  constructor(
    private readonly database: Database,
    private readonly exported: PersonExport,
    private readonly clock: Clock,
  ) {}

  /** Returns all data of a person, and records that an operator read them. */
  @Handles(exportPerson)
  async execute(input: Input<typeof exportPerson>, call: Call): Promise<Result<typeof exportPerson>> {
    const { resellerId, subject, data } = await this.read(input, call)
    const now = this.clock.now()
    await this.database.unitOfWork(call, (tx) =>
      recordChange(tx, {
        call,
        now,
        operation: exportPerson,
        resellerId,
        subject,
        changes: { exported: { to: true } },
      }),
    )
    return { exportedAt: now.toISOString(), data }
  }

  private async read({ handle, username = '' }: Input<typeof exportPerson>, call: Call) {
    if (handle !== undefined) {
      const [customer] = await this.database.read(findCustomer, { handle })
      if (!customer || (customer.deleted_at && !customer.kept_until)) fail('customer_not_found', { handle })
      const { reseller_id: resellerId } = customer
      const data = await this.exported.ofCustomer({ kind: 'customer', resellerId, handle }, call)
      return { resellerId, subject: `customer ${handle}`, data }
    }
    const [person] = await this.database.read(findPerson, { username })
    if (!person) fail('person_not_found', { username })
    const { id: contactId, reseller_id: resellerId } = person
    const data = await this.exported.ofContact({ kind: 'contact', resellerId, contactId, username }, call)
    return { resellerId, subject: `contact ${contactId}`, data }
  }
}
