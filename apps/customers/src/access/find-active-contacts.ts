import { Controller } from '@nestjs/common'
import { findActiveContacts } from '@nameyard/contracts/access/find-active-contacts'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { activeContacts } from './person.store'

@Controller()
export class FindActiveContacts {
  constructor(private readonly database: Database) {}

  @Handles(findActiveContacts)
  async execute({ contactIds }: Input<typeof findActiveContacts>): Promise<Result<typeof findActiveContacts>> {
    return { contacts: await this.database.read(activeContacts, { contactIds }) }
  }
}
