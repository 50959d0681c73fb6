import { Controller } from '@nestjs/common'
import { getContact } from '@nameyard/contracts/contacts/get-contact'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { contactOnWire } from './contact-on-wire'
import { findContacts } from './contact.store'

@Controller()
export class GetContact {
  constructor(private readonly database: Database) {}

  /** Reads all requested contacts with one statement. A contact of another account is unknown. */
  @HandlesBatch(getContact)
  async executeBatch(
    items: readonly BatchItem<typeof getContact>[],
  ): Promise<readonly (Result<typeof getContact> | Refusal)[]> {
    const rows = await this.database.read(findContacts, { ids: items.map(({ input }) => input.id) })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return items.map(({ input, call }) => {
      const row = byId.get(input.id)
      return row?.reseller_id === resellerOf(call)
        ? contactOnWire(row, input.with_additional_data)
        : new Refusal('contact_not_found', { id: input.id })
    })
  }
}
