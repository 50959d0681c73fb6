import { Controller, Inject } from '@nestjs/common'
import { readApproverLink } from '@nameyard/contracts/customers/read-approver-link'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { readLink } from '../mail/link'

@Controller()
export class ReadApproverLink {
  constructor(
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Returns the order of a link. Refuses forged and expired links. */
  @Handles(readApproverLink)
  async execute({ token }: Input<typeof readApproverLink>): Promise<Result<typeof readApproverLink>> {
    const link = readLink(this.config.LINK_SECRET, 'certificate-approval', token, this.clock.now())
    return link ? { orderId: link.id, nonce: link.nonce.toString('hex') } : fail('approval_not_pending')
  }
}
