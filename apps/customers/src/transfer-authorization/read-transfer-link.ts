import { Controller, Inject } from '@nestjs/common'
import { readTransferLink } from '@nameyard/contracts/customers/read-transfer-link'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { readLink } from '../mail/link'

@Controller()
export class ReadTransferLink {
  constructor(
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Returns the transfer of a link. Refuses forged and expired links. */
  @Handles(readTransferLink)
  async execute({ token }: Input<typeof readTransferLink>): Promise<Result<typeof readTransferLink>> {
    const link = readLink(this.config.LINK_SECRET, 'transfer-authorization', token, this.clock.now())
    if (!link) return fail('transfer_not_pending', { domain: 'this domain' })
    return { domainId: link.id, nonce: link.nonce.toString('hex') }
  }
}
