import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { findCertificateApproval } from '@nameyard/contracts/orders/find-certificate-approval'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findWaiting, mailedNames } from './waiting-approval'

/** Returns the names of the certificate that an approval link is about. */
@Controller()
export class FindCertificateApproval {
  constructor(private readonly database: Database) {}

  @Handles(findCertificateApproval)
  async execute({
    orderId,
    nonce,
  }: Input<typeof findCertificateApproval>): Promise<Result<typeof findCertificateApproval>> {
    const [order] = await this.database.read(findWaiting, { orderId, nonce })
    return order ? { names: mailedNames(order) } : fail('approval_not_pending')
  }
}
