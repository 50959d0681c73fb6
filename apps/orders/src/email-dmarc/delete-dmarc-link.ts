import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { deleteDmarcLink } from '@nameyard/contracts/orders/delete-dmarc-link'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { removeDmarcLink } from './dmarc-link.store'

@Controller()
export class DeleteDmarcLink {
  constructor(private readonly database: Database) {}

  @Handles(deleteDmarcLink)
  async execute(
    { id, link_id: linkId }: Input<typeof deleteDmarcLink>,
    call: Call,
  ): Promise<Result<typeof deleteDmarcLink>> {
    const resellerId = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      const removed = await tx.query(removeDmarcLink, { resellerId, id, linkId })
      if (removed.length === 0) fail('dmarc_link_not_found', { id: linkId })
      return { success: true }
    })
  }
}
