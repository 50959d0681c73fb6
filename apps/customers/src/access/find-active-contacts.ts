import { Controller } from '@nestjs/common'
import { findActiveContacts } from '@nameyard/contracts/access/find-active-contacts'
import type { Input, Result } from '@nameyard/contracts/operation'
import { isOpenTo } from '@nameyard/contracts/rights'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { activeContacts } from './person.store'

@Controller()
export class FindActiveContacts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(findActiveContacts)
  async execute({ contactIds, roles }: Input<typeof findActiveContacts>): Promise<Result<typeof findActiveContacts>> {
    const people = await this.database.read(activeContacts, { contactIds, now: this.clock.machineNow() })
    const makers = people.filter((person) => isOpenTo({ roles }, person))
    const contacts = makers.map(({ contactId, resellerId, keyId, stamp }) => ({
      contactId,
      resellerId,
      ...(keyId !== null && { keyId }),
      stamp,
    }))
    return { contacts }
  }
}
