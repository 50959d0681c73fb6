import { Controller } from '@nestjs/common'
import { contactErased } from '@nameyard/contracts/contacts/contact-erased'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { ERASED_AT_ONCE, eraseFromHistory, eraseFromOperations } from './person.store'

/** Replaces a deleted contact person in the histories of domains. A repeated event finds nothing more. */
@Controller()
export class OnContactErased {
  constructor(private readonly database: Database) {}

  @Consumes(contactErased)
  async on({ username, deletedName, erasedAt }: Payload<typeof contactErased>): Promise<void> {
    const given = { username, deletedName, erasedAt: new Date(erasedAt) }
    for (const erase of [eraseFromHistory, eraseFromOperations]) {
      let erased: number
      do erased = (await this.database.read(erase, given)).length
      while (erased === ERASED_AT_ONCE)
    }
  }
}
