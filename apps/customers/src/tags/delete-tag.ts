import { deleteTag } from '@nameyard/contracts/customers/delete-tag'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Controller, Inject } from '@nestjs/common'
import { removeTag } from './tag.store'

@Controller()
export class DeleteTag {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Of two at once, one deletes the tag and one gives it to a customer, the customer has it and it is listed, or neither. */
  @Handles(deleteTag)
  async execute({ value }: Input<typeof deleteTag>, call: Call): Promise<Result<typeof deleteTag>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [removed] = await tx.query(removeTag, [resellerOf(call), value])
      if (!removed) fail('tag_not_found', { value })
      return { success: true }
    })
  }
}
