import { Controller } from '@nestjs/common'
import { deleteTemplate } from '@nameyard/contracts/dns/delete-template'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { deleteOneTemplate } from './template.store'

@Controller()
export class DeleteTemplate {
  constructor(private readonly database: Database) {}

  @Handles(deleteTemplate)
  async execute({ id }: Input<typeof deleteTemplate>, call: Call): Promise<Result<typeof deleteTemplate>> {
    return this.database.unitOfWork(call, async (tx) => {
      const deleted = await tx.query(deleteOneTemplate, { resellerId: resellerOf(call), id })
      if (deleted.length === 0) fail('template_not_found', { template: id })
      return { success: true }
    })
  }
}
