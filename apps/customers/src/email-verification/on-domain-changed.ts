import { Controller, Inject } from '@nestjs/common'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { holdAddress, placeDomain } from './email-verification.store'
import { RegistrantAddresses, type Registrant } from './registrant-addresses'

@Controller()
export class OnDomainChanged {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(RegistrantAddresses) private readonly addresses: RegistrantAddresses,
  ) {}

  /** Places the domain at its registrant's address, or at none when it is held no more; older news changes nothing. */
  @Consumes(domainChanged)
  async on(domain: Payload<typeof domainChanged>, { messageId, correlationId }: Delivery): Promise<void> {
    const { id, resellerId, name, ownerHandle, isHeld, version } = domain
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, 'email-verification.domain', async () => {
        // Held first: of a change of the address that happens now, one of the two sees the other.
        const [registrant] = isHeld ? await tx.query<Row>(holdAddress, [resellerId, ownerHandle]) : []
        await this.addresses.move(tx, resellerId, registrant, { domainId: id }, (verificationId) =>
          tx.query(placeDomain, [id, name, ownerHandle, verificationId, version]),
        )
      }),
    )
  }
}

type Row = Registrant & { [column: string]: unknown }
