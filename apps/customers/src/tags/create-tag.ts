import { Controller } from '@nestjs/common'
import { createTag } from '@nameyard/contracts/customers/create-tag'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { isBlank, tagProblem } from './model/tag-value'
import { listTags } from './tag.store'

@Controller()
export class CreateTag {
  constructor(private readonly database: Database) {}

  @Handles(createTag)
  async execute({ value }: Input<typeof createTag>, call: Call): Promise<Result<typeof createTag>> {
    if (isBlank(value)) fail('tag_value_missing')
    const problem = tagProblem(value)
    if (problem !== undefined) fail('tag_value_invalid', { field: 'value', problem })
    return this.database.unitOfWork(call, async (tx) => {
      await listTags(tx, resellerOf(call), [value])
      return { success: true }
    })
  }
}
