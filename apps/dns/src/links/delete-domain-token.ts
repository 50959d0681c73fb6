import { Controller } from '@nestjs/common'
import { deleteDomainToken } from '@nameyard/contracts/dns/delete-domain-token'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { removeZoneLink } from './zone-link.store'

@Controller()
export class DeleteDomainToken {
  constructor(private readonly database: Database) {}

  @Handles(deleteDomainToken)
  async execute({ id }: Input<typeof deleteDomainToken>, call: Call): Promise<Result<typeof deleteDomainToken>> {
    const resellerId = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      const removed = await tx.query(removeZoneLink, { resellerId, id })
      if (removed.length === 0) fail('zone_link_not_found', { id })
      return { success: true }
    })
  }
}
