import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Delivery } from '@nameyard/messaging/consumes'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable, Logger } from '@nestjs/common'
import { RenewalOrders } from '../placing/renewal-orders'
import { rulesOf } from '../tlds/catalogue'
import { DomainChanges } from './domain-changes'
import { lockDomain, readDomain } from './domain.store'
import { isAutorenewalDue, isStillUnpaid } from './model/autorenewal'
import type { Domain } from './model/domain'
import { renewalRetry } from './model/settlement'

/** How long orders may take to price and reserve a renewal; milliseconds. */
const ORDERS_MS = 10_000

/** What keeps a renewal from being placed though nobody of the account has to do anything about it. */
const passing: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'service_unavailable',
  'order_refused',
  // The price was another one when the same message came before.
  'idempotency_key_reused',
])

/** A renewal that is not due any more: somebody was quicker. */
class NotDue extends Error {}

/**
 * Renews a domain without being asked for it. Without money it stays as it is, and is tried again every day until it
 * lapses.
 */
@Injectable()
export class WhenRenewalDue {
  private readonly log = new Logger('renewal')

  constructor(
    private readonly database: Database,
    private readonly renewals: RenewalOrders,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Renews the domain if that is due; says whether it was tried. The message is the number of the order: one that comes
   * again, because whoever had it died, finds the credit that was set aside and needs no more of it.
   */
  async renew(domainId: number, now: Date, { correlationId, messageId }: Delivery): Promise<boolean> {
    const domain = await readDomain(this.database, domainId)
    if (!domain || !isAutorenewalDue(domain, rulesOf(domain), now)) return false
    const call = { correlationId, deadline: this.clock.machineMs() + ORDERS_MS }
    try {
      const isStill = async (_: Tx, locked: Domain) => {
        if (!isStillUnpaid(domain, locked)) throw new NotDue()
      }
      await this.renewals.place(domain, 1, call, 'timer', isStill, messageId)
    } catch (error) {
      if (error instanceof NotDue) return false
      if (!(error instanceof Refusal)) throw error
      await this.postpone(domainId, now, error, call)
    }
    return true
  }

  /** Sets the timers anew: for the next day when the account must do something, at once when it need not. */
  private async postpone(domainId: number, now: Date, refusal: Refusal, { correlationId }: Call): Promise<void> {
    // The end of a renewal that is under way sets the timers.
    if (refusal.refusal === 'renewal_running') return
    await this.database.unitOfWork({ correlationId }, async (tx) => {
      const domain = await lockDomain(tx, domainId)
      if (!domain || !isAutorenewalDue(domain, rulesOf(domain), now)) return
      this.log.warn(`${domain.name} is not renewed: ${refusal.message}`)
      const postponed = passing.has(refusal.refusal)
        ? {}
        : { retryAt: renewalRetry(domain, rulesOf(domain), now), failureReason: refusal.message }
      await this.changes.save(tx, domain, { ...domain, ...postponed, version: domain.version + 1 })
    })
  }
}
