import { Controller } from '@nestjs/common'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database, type Tx } from '@nameyard/persistence/database'
import { holdAddresses } from './email-verification.store'
import { RegistrantAddresses } from './registrant-addresses'

type Domain = Payload<typeof domainChanged>

interface Change {
  readonly domain: Domain
  readonly delivery: Delivery
}

/**
 * Assigns domains to their registrants' addresses, or to none when they are no longer held. Older events are ignored. Changes
 * that arrive while others are stored are stored together: all orders of a registrant lock the same verification.
 */
@Controller()
export class OnDomainChanged {
  private readonly storing = new Batcher(async (changes: readonly Change[]) => {
    const [{ delivery }] = changes as readonly [Change]
    await this.database.unitOfWork({ correlationId: delivery.correlationId }, (tx) => this.store(tx, changes))
    return changes.map(() => undefined)
  })

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly addresses: RegistrantAddresses,
  ) {}

  @Consumes(domainChanged)
  on(domain: Domain, delivery: Delivery): Promise<void> {
    return this.storing.add({ domain, delivery })
  }

  private async store(tx: Tx, changes: readonly Change[]): Promise<void> {
    const messageIds = changes.map(({ delivery }) => delivery.messageId)
    const taken = await this.outbox.take(tx, messageIds, 'email-verification.domain')
    const unknown = changes.filter(({ delivery }) => taken.has(delivery.messageId))
    const newest = newestOf(unknown)
    if (newest.length === 0) return
    // An older change of the same batch may have named the registrant.
    const due = new Set(unknown.flatMap(({ domain }) => (domain.hasNewOwner ? [domain.id] : [])))
    const held = newest.flatMap(({ domain }) => (domain.isHeld ? [domain] : []))
    // Locked first, so that this transaction or a concurrent change of the address sees the other.
    const registrants = await tx.query(holdAddresses, {
      resellerIds: held.map(({ resellerId }) => resellerId),
      handles: held.map(({ ownerHandle }) => ownerHandle),
    })
    const placed = newest.map(({ domain, delivery: { correlationId } }) => {
      const { id: domainId, resellerId, name, ownerHandle: handle, isHeld, version, demandsVerification } = domain
      const isRegistrant = (each: { handle: string; resellerId: number }) =>
        each.handle === handle && each.resellerId === resellerId
      const registrant = isHeld ? registrants.find(isRegistrant) : undefined
      const isDemanded = demandsVerification === true
      return {
        domainId,
        resellerId,
        name,
        handle,
        version,
        registrant,
        isDemanded,
        isDue: due.has(domainId),
        correlationId,
      }
    })
    await this.addresses.place(tx, placed)
  }
}

/** The change to the newest version of each domain. */
function newestOf(changes: readonly Change[]): readonly Change[] {
  const newest = new Map<number, Change>()
  for (const change of changes) {
    const known = newest.get(change.domain.id)
    if (!known || known.domain.version < change.domain.version) newest.set(change.domain.id, change)
  }
  return [...newest.values()]
}
