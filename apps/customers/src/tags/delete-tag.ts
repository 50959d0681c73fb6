import { deleteTag } from '@nameyard/contracts/customers/delete-tag'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { lockTags, removeTag, takeTagFromCustomers } from './tag.store'

@Controller()
export class DeleteTag {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Of two at once, one deletes the tag and one gives it to a customer, the customer has it and it is listed, or neither. */
  @Handles(deleteTag)
  async execute({ value }: Input<typeof deleteTag>, call: Call): Promise<Result<typeof deleteTag>> {
    const resellerId = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(lockTags, [resellerId])
      const [removed] = await tx.query(removeTag, [resellerId, value])
      if (!removed) fail('tag_not_found', { value })
      await tx.query(takeTagFromCustomers, [resellerId, value, this.clock.now()])
      return { success: true }
    })
  }
}
