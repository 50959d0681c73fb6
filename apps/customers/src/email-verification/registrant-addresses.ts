import { Inject, Injectable } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Customer } from '../customers/customer.store'
import {
  addressOf,
  ensureVerification,
  findDomainOf,
  forgetUnneeded,
  lockVerifications,
  moveDomains,
} from './email-verification.store'
import { Suspensions } from './suspensions'

/** A customer as the registrant of domains. */
export type Registrant = Pick<Customer, 'handle' | 'email' | 'locale'>

/** Keeps one verification for each address that registrants of an account have. */
@Injectable()
export class RegistrantAddresses {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Suspensions) private readonly suspensions: Suspensions,
  ) {}

  /**
   * Has a domain, or the domains of a handle, go to the verification of their registrant's address, or to none. Of an
   * address that is new here one is made, `not verified`; one that nobody started goes with its last domain.
   * @param place writes down that they are there
   */
  async move(
    tx: Tx,
    resellerId: number,
    registrant: Registrant | undefined,
    moved: { domainId: number } | { handle: string },
    place: (verificationId: number | null) => Promise<unknown>,
  ): Promise<void> {
    const address = registrant ? addressOf(registrant.email) : null
    const left = 'domainId' in moved ? [moved.domainId, null] : [null, moved.handle]
    const locked = await tx.query<{ id: number }>(lockVerifications, [resellerId, address, ...left])
    const verificationId = registrant ? await this.ensure(tx, resellerId, registrant) : null
    await place(verificationId)
    const touched = locked.map(({ id }) => id)
    if (verificationId !== null) {
      await this.suspensions.tell(tx, [verificationId])
      touched.push(verificationId)
    }
    await tx.query(forgetUnneeded, [touched])
  }

  /** A customer has another address: its domains follow, in the transaction that changes it. */
  async follow(tx: Tx, resellerId: number, registrant: Registrant): Promise<void> {
    const { handle } = registrant
    const [domain] = await tx.query(findDomainOf, [handle])
    if (!domain) return
    await this.move(tx, resellerId, registrant, { handle }, (verificationId) =>
      tx.query(moveDomains, [handle, verificationId]),
    )
  }

  private async ensure(tx: Tx, resellerId: number, { handle, email, locale }: Registrant): Promise<number> {
    const values = [resellerId, addressOf(email), email, handle, locale, this.clock.now()]
    const [verification] = await tx.query<{ id: number }>(ensureVerification, values)
    return verification!.id
  }
}
