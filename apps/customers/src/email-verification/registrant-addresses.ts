import { Injectable } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import {
  addressOf,
  ensureVerification,
  findDomainOf,
  deleteUnneeded,
  lockVerifications,
  moveDomains,
  type Registrant,
} from './email-verification.store'
import { Suspensions } from './suspensions'

/** Maintains one verification for each address of the registrants of an account. */
@Injectable()
export class RegistrantAddresses {
  constructor(
    private readonly clock: Clock,
    private readonly suspensions: Suspensions,
  ) {}

  /**
   * Moves a domain, or the domains of a handle, to the verification of their registrant's address, or to none. It creates
   * a missing verification as `not verified`, and deletes verifications that were never started and have no domain left.
   * @param place stores the new verification of the domains
   */
  async move(
    tx: Tx,
    resellerId: number,
    registrant: Registrant | undefined,
    moved: { domainId: number } | { handle: string },
    place: (verificationId: number | null) => Promise<unknown>,
  ): Promise<void> {
    const address = registrant ? addressOf(registrant.email) : null
    const locked = await tx.query(lockVerifications, { resellerId, address, domainId: null, handle: null, ...moved })
    const known = locked.find(({ isOfAddress }) => isOfAddress)?.id
    const verificationId = registrant ? (known ?? (await this.ensure(tx, resellerId, registrant))) : null
    await place(verificationId)
    if (verificationId !== null) await this.suspensions.announce(tx, [verificationId])
    // An older event does not place its domain: then a new verification has none.
    const touched = locked.flatMap(({ id, isOfAddress }) => (isOfAddress ? [] : [id]))
    if (verificationId !== null && known === undefined) touched.push(verificationId)
    if (touched.length > 0) await tx.query(deleteUnneeded, { ids: touched })
  }

  /** Moves the domains of a customer to its new address, in the transaction that changes the address. */
  async follow(tx: Tx, resellerId: number, registrant: Registrant): Promise<void> {
    const { handle } = registrant
    const [domain] = await tx.query(findDomainOf, { handle })
    if (!domain) return
    await this.move(tx, resellerId, registrant, { handle }, (verificationId) =>
      tx.query(moveDomains, { handle, verificationId }),
    )
  }

  private async ensure(tx: Tx, resellerId: number, { handle, email, locale }: Registrant): Promise<number> {
    const values = { resellerId, address: addressOf(email), email, handle, language: locale, now: this.clock.now() }
    const [verification] = await tx.query(ensureVerification, values)
    return verification!.id
  }
}
