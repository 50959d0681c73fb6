import { Controller } from '@nestjs/common'
import { matchContacts } from '@nameyard/contracts/customers/match-contacts'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { adoptedAnywhere, addressAnywhere } from './adopted-contact.store'
import { snapshotOf } from './customer-snapshot'
import { isSamePerson } from './model/adopted-details'
import { fold } from './model/fold'

/** Finds the customers, of any account, that contacts of a registry are. */
@Controller()
export class MatchContacts {
  constructor(private readonly database: Database) {}

  @Handles(matchContacts)
  async execute({ account, contacts }: Input<typeof matchContacts>): Promise<Result<typeof matchContacts>> {
    if (contacts.length === 0) return { matches: [] }
    const adopted = await this.database.read(adoptedAnywhere, { account, ids: contacts.map(({ id }) => id) })
    const emails = [...new Set(contacts.map(({ email }) => fold(email)))]
    const candidates = await this.database.read(addressAnywhere, { emails })
    const equal = contacts.flatMap((contact) =>
      candidates
        .filter((row) => isSamePerson(snapshotOf(row), contact))
        .map(({ reseller_id, handle }) => ({ id: contact.id, resellerId: reseller_id, handle })),
    )
    return { matches: [...adopted, ...equal] }
  }
}
