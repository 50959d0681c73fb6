import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { deleteSslOtpToken } from '@nameyard/contracts/orders/delete-ssl-otp-token'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { removeLink } from './ssl-link.store'

@Controller()
export class DeleteSslLink {
  constructor(private readonly database: Database) {}

  @Handles(deleteSslOtpToken)
  async execute(
    { id, link_id: linkId }: Input<typeof deleteSslOtpToken>,
    call: Call,
  ): Promise<Result<typeof deleteSslOtpToken>> {
    const resellerId = resellerOf(call)
    return this.database.unitOfWork(call, async (tx) => {
      const removed = await tx.query(removeLink, { resellerId, id, linkId })
      if (removed.length === 0) fail('ssl_link_not_found', { id: linkId })
      return { success: true }
    })
  }
}
