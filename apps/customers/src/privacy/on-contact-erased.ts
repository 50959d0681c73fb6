import { Controller } from '@nestjs/common'
import { contactErased } from '@nameyard/contracts/contacts/contact-erased'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { WhenEventsArrive } from '../audit/when-events-arrive'
import { eraseFromAudit } from './person.store'

/** Erases the name and the addresses of a deleted contact from the audit trail, whose entries keep only digests of them. */
@Controller()
export class OnContactErased {
  constructor(
    private readonly database: Database,
    private readonly arriving: WhenEventsArrive,
  ) {}

  @Consumes(contactErased)
  async on({ resellerId, contactId, username }: Payload<typeof contactErased>): Promise<void> {
    // What the person did last may not be part of the trail yet.
    await this.arriving.run()
    await this.database.read(eraseFromAudit, { resellerId, contactId, username })
  }
}
