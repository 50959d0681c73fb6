import { Inject, Injectable } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import type { Customer } from '../customers/customer.store'
import { addressOf, ensureVerification, findDomainOf, moveDomains } from './email-verification.store'
import { Suspensions } from './suspensions'

const DAY_MS = 86_400_000

/** A customer as the registrant of domains. */
export type Registrant = Pick<Customer, 'handle' | 'email' | 'locale'>

/** Keeps one verification for each address that registrants of an account have. */
@Injectable()
export class RegistrantAddresses {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(Suspensions) private readonly suspensions: Suspensions,
  ) {}

  /** The verification of a registrant's address; of an address nobody asked about yet one that is `not verified`. */
  async verificationOf(tx: Tx, resellerId: number, { handle, email, locale }: Registrant): Promise<number> {
    const now = this.clock.now()
    const deadline = new Date(now.getTime() + this.config.EMAIL_VERIFICATION_DAYS * DAY_MS)
    const values = [resellerId, addressOf(email), email, handle, locale, now, deadline]
    const [verification] = await tx.query<{ id: number }>(ensureVerification, values)
    return verification!.id
  }

  /** A customer has another address: its domains follow, in the transaction that changes it. */
  async follow(tx: Tx, resellerId: number, registrant: Registrant): Promise<void> {
    const [domain] = await tx.query(findDomainOf, [registrant.handle])
    if (!domain) return
    const verificationId = await this.verificationOf(tx, resellerId, registrant)
    await tx.query(moveDomains, [registrant.handle, verificationId])
    await this.suspensions.tell(tx, [verificationId])
  }
}
