import { Injectable } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import {
  addressOf,
  deleteUnneeded,
  ensureVerification,
  findDomainOf,
  lockVerifications,
  moveDomains,
  placeDomains,
  type EmailVerification,
  type Registrant,
} from './email-verification.store'
import { Suspensions } from './suspensions'
import { VerificationRounds } from './verification-rounds'

/** A registrant of an account whose domains move to the verification of its address. */
interface Mover {
  readonly resellerId: number
  readonly registrant: Registrant
}

/** A domain of an account, with its registrant while it is held. */
export interface PlacedDomain {
  readonly domainId: number
  readonly resellerId: number
  readonly name: string
  readonly handle: string
  readonly version: number
  readonly registrant: Registrant | undefined
  /** Whether the rules of the extension demand that the address is verified. */
  readonly isDemanded: boolean
  /** Whether the account has named the registrant with this change, so that the verification begins. */
  readonly isDue: boolean
  /** Id of the request that changed the domain. */
  readonly correlationId: string
}

/** Maintains one verification for each address of the registrants of an account. */
@Injectable()
export class RegistrantAddresses {
  constructor(
    private readonly clock: Clock,
    private readonly suspensions: Suspensions,
    private readonly rounds: VerificationRounds,
  ) {}

  /**
   * Assigns domains to the verifications of their registrants' addresses, or to none, and begins those that are due. Each domain
   * occurs once.
   */
  async place(tx: Tx, domains: readonly PlacedDomain[]): Promise<void> {
    const movers = domains.flatMap(({ resellerId, registrant }) => (registrant ? [{ resellerId, registrant }] : []))
    const moved = { domainIds: domains.map(({ domainId }) => domainId), handle: null }
    const requests = new Map(domains.map(({ domainId, correlationId }) => [domainId, correlationId]))
    const due = new Map<number, string>()
    const announce = (ids: readonly number[]) => this.suspensions.announcePlaced(tx, ids, moved.domainIds, requests)
    await this.move(tx, movers, moved, announce, (idOf) => {
      for (const { resellerId, registrant, isDue, correlationId } of domains) {
        if (registrant && isDue) due.set(idOf({ resellerId, registrant }), correlationId)
      }
      return tx.query(placeDomains, {
        domainIds: moved.domainIds,
        names: domains.map(({ name }) => name),
        handles: domains.map(({ handle }) => handle),
        verificationIds: domains.map(({ resellerId, registrant }) =>
          registrant ? idOf({ resellerId, registrant }) : null,
        ),
        versions: domains.map(({ version }) => version),
        areDemanded: domains.map(({ isDemanded }) => isDemanded),
      })
    })
    await this.rounds.beginDemanded(tx, due)
  }

  /**
   * Moves the domains of a customer to its new address, in the transaction that changes the address, and begins the verification
   * of that if it is due.
   */
  async follow(tx: Tx, resellerId: number, registrant: Registrant): Promise<void> {
    const { handle } = registrant
    const [domain] = await tx.query(findDomainOf, { handle })
    if (!domain) return
    const mover = { resellerId, registrant }
    const due = new Map<number, string>()
    const announce = (ids: readonly number[]) => this.suspensions.announce(tx, ids)
    await this.move(tx, [mover], { domainIds: [], handle }, announce, (idOf) => {
      due.set(idOf(mover), tx.correlationId)
      return tx.query(moveDomains, { handle, verificationId: idOf(mover) })
    })
    await this.rounds.beginDemanded(tx, due)
  }

  /**
   * Moves domains, or the domains of a handle, to the verifications of their registrants' addresses, or to none. It creates
   * missing verifications as `not verified`, and deletes those that were never started and have no domain left.
   * @param announce announces the changed suspensions of the domains
   * @param place stores the new verifications of the domains
   */
  private async move(
    tx: Tx,
    movers: readonly Mover[],
    moved: { readonly domainIds: readonly number[]; readonly handle: string | null },
    announce: (verificationIds: readonly number[]) => Promise<void>,
    place: (idOf: (mover: Mover) => number) => Promise<unknown>,
  ): Promise<void> {
    const byKey = new Map(movers.map((mover) => [keyOf(mover), mover]))
    const wanted = [...byKey.values()]
    const locked = await tx.query(lockVerifications, {
      resellerIds: wanted.map(({ resellerId }) => resellerId),
      addresses: wanted.map(({ registrant }) => addressOf(registrant.email)),
      ...moved,
    })
    const ids = new Map(locked.map((known) => [printed(known), known.id]))
    // In one order, so that transactions that create the same ones do not wait for each other in a circle.
    const missing = [...byKey.keys()].filter((key) => !ids.has(key)).sort()
    for (const key of missing) ids.set(key, await this.ensure(tx, byKey.get(key)!))
    await place((mover) => ids.get(keyOf(mover))!)
    const targets = new Set([...byKey.keys()].map((key) => ids.get(key)!))
    if (targets.size > 0) await announce([...targets])
    // An older event does not place its domain: then a new verification has none.
    const isLeft = targets.size > 1 || locked.some(({ id }) => !targets.has(id))
    if (isLeft || missing.length > 0) await tx.query(deleteUnneeded, { ids: [...new Set(ids.values())] })
  }

  private async ensure(tx: Tx, { resellerId, registrant }: Mover): Promise<number> {
    const { handle, email, locale } = registrant
    const values = { resellerId, address: addressOf(email), email, handle, language: locale, now: this.clock.now() }
    const [verification] = await tx.query(ensureVerification, values)
    return verification!.id
  }
}

const printed = ({ resellerId, address }: Pick<EmailVerification, 'address' | 'resellerId'>) =>
  `${resellerId} ${address}`

const keyOf = ({ resellerId, registrant }: Mover) => printed({ resellerId, address: addressOf(registrant.email) })
