import { Controller } from '@nestjs/common'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { holdAddress, placeDomain } from './email-verification.store'
import { RegistrantAddresses } from './registrant-addresses'

@Controller()
export class OnDomainChanged {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly addresses: RegistrantAddresses,
  ) {}

  /** Assigns the domain to its registrant's address, or to none when it is no longer held. Older events are ignored. */
  @Consumes(domainChanged)
  async on(domain: Payload<typeof domainChanged>, { messageId, correlationId }: Delivery): Promise<void> {
    const { id, resellerId, name, ownerHandle, isHeld, version } = domain
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, 'email-verification.domain', async () => {
        // Locked first, so that this transaction or a concurrent change of the address sees the other.
        const [registrant] = isHeld ? await tx.query(holdAddress, { resellerId, handle: ownerHandle }) : []
        await this.addresses.move(tx, resellerId, registrant, { domainId: id }, (verificationId) =>
          tx.query(placeDomain, { domainId: id, name, handle: ownerHandle, verificationId, version }),
        )
      }),
    )
  }
}
