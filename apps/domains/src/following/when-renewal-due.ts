import { Injectable, Logger } from '@nestjs/common'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Delivery } from '@nameyard/messaging/consumes'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomain, readDomain } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { renewalRetry } from '../lifecycle/model/settlement'
import { RenewalOrders } from '../ordering/renewal-orders'
import { rulesOf } from '../tlds/catalogue'
import { isAutorenewalDue, isStillUnpaid } from './model/autorenewal'

/** How long pricing and reserving a renewal may take; milliseconds. */
const ORDERS_MS = 10_000

/** Refusals that pass without anything done by the account. */
const temporary: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'service_unavailable',
  'order_refused',
  // The price has changed since an earlier delivery of the same message.
  'idempotency_key_reused',
])

/** Thrown where a renewal is not due any more: another request or process changed the domain first. */
class NotDue extends Error {}

/** Renews domains automatically. A renewal without enough credit is tried again every day until the domain lapses. */
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
   * Renews the domain if that is due, and returns whether it was tried. The message id is the order id, so that a message
   * delivered again after a crash finds its reservation.
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

  /** Sets the timers again: for the next day when the account must act, at once after a temporary refusal. */
  private async postpone(domainId: number, now: Date, refusal: Refusal, { correlationId }: Call): Promise<void> {
    // The end of the renewal under way sets the timers.
    if (refusal.refusal === 'renewal_running') return
    await this.database.unitOfWork({ correlationId }, async (tx) => {
      const domain = await lockDomain(tx, domainId)
      if (!domain || !isAutorenewalDue(domain, rulesOf(domain), now)) return
      this.log.warn(`${domain.name} is not renewed: ${refusal.message}`)
      const postponed = temporary.has(refusal.refusal)
        ? {}
        : { retryAt: renewalRetry(domain, rulesOf(domain), now), failureReason: refusal.message }
      await this.changes.save(tx, domain, { ...domain, ...postponed, version: domain.version + 1 })
    })
  }
}
