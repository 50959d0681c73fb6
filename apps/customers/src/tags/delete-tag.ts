import { Controller } from '@nestjs/common'
import { deleteTag } from '@nameyard/contracts/customers/delete-tag'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { removeTag } from './tag.store'

@Controller()
export class DeleteTag {
  constructor(private readonly database: Database) {}

  /**
   * When the tag is assigned to a customer at the same time, one of the two transactions comes first: the tag is either
   * listed and assigned afterwards, or neither.
   */
  @Handles(deleteTag)
  async execute({ value }: Input<typeof deleteTag>, call: Call): Promise<Result<typeof deleteTag>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [removed] = await tx.query(removeTag, { resellerId: resellerOf(call), value })
      if (!removed) fail('tag_not_found', { value })
      return { success: true }
    })
  }
}
