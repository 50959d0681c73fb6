import { Controller } from '@nestjs/common'
import { listEmailRecipients } from '@nameyard/contracts/emails/list-email-recipients'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { EventMailChoices } from './event-mail-choices'
import { eventMailTypes } from './event-mail-types'
import { recipientsOnWire } from './recipients-on-wire'

@Controller()
export class ListEmailRecipients {
  constructor(private readonly database: Database) {}

  @Handles(listEmailRecipients)
  async execute(
    { limit, offset }: Input<typeof listEmailRecipients>,
    call: Call,
  ): Promise<Result<typeof listEmailRecipients>> {
    const choices = await EventMailChoices.of(this.database, resellerOf(call))
    const page = eventMailTypes.slice(offset, offset + limit)
    return { results: page.map((each) => recipientsOnWire(each, choices)), total: eventMailTypes.length }
  }
}
