import { Controller } from '@nestjs/common'
import { contactErased } from '@nameyard/contracts/contacts/contact-erased'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { deleteLinks, eraseFromChanges, ERASED_AT_ONCE } from './person.store'

/** Replaces a deleted contact person in the histories of zones. A repeated event finds nothing more. */
@Controller()
export class OnContactErased {
  constructor(private readonly database: Database) {}

  @Consumes(contactErased)
  async on({ contactId, deletedName }: Payload<typeof contactErased>): Promise<void> {
    await this.database.read(deleteLinks, { contactId })
    let erased: number
    do erased = (await this.database.read(eraseFromChanges, { contactId, deletedName })).length
    while (erased === ERASED_AT_ONCE)
  }
}
