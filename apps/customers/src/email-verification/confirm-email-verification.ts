import { Controller, Inject } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { confirmEmailVerification } from '@nameyard/contracts/customers/confirm-email-verification'
import { fail } from '@nameyard/contracts/errors'
import { customerVerified } from '@nameyard/contracts/events/catalogue/customer-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CustomerEvents } from '../account-events/customer-events'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { readLink } from '../mail/link'
import { confirmByLink } from './email-verification.store'
import { Suspensions } from './suspensions'

@Controller()
export class ConfirmEmailVerification {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    private readonly suspensions: Suspensions,
    private readonly events: CustomerEvents,
  ) {}

  /** Verifies the address and lifts its suspension. Expired, used and invalid links get the same refusal. */
  @Handles(confirmEmailVerification)
  async execute(
    { token }: Input<typeof confirmEmailVerification>,
    call: Call,
  ): Promise<Result<typeof confirmEmailVerification>> {
    const now = this.clock.now()
    const link = readLink(this.config.LINK_SECRET, 'email-verification', token, now)
    if (!link) fail('email_verification_not_found', { email: 'this address' })
    return this.database.unitOfWork(call, async (tx) => {
      const [confirmed] = await tx.query(confirmByLink, { id: link.id, nonce: link.nonce, now })
      if (!confirmed) fail('email_verification_not_found', { email: 'this address' })
      tellAudit(tx, { resellerId: confirmed.resellerId, subject: `customer ${confirmed.handle}` })
      await this.events.tellOfVerifications(tx, customerVerified, [confirmed.id])
      await this.suspensions.announce(tx, [confirmed.id])
      return { email: confirmed.email, language: confirmed.language }
    })
  }
}
