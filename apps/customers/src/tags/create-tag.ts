import { createTag } from '@nameyard/contracts/customers/create-tag'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Controller, Inject } from '@nestjs/common'
import { isBlank, keepTags } from './tag.store'

@Controller()
export class CreateTag {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles(createTag)
  async execute(tag: Input<typeof createTag>, call: Call): Promise<Result<typeof createTag>> {
    if (isBlank(tag.value)) fail('tag_value_missing')
    return this.database.unitOfWork(call, async (tx) => {
      await keepTags(tx, resellerOf(call), [tag])
      return { success: true }
    })
  }
}
