import { Injectable } from '@nestjs/common'
import { fail, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Delivery } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomain, readDomain } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { advance } from '../lifecycle/model/settlement'
import { isDue } from '../lifecycle/model/timers'
import { NameOrders } from '../ordering/name-orders'
import type { OrderContacts } from '../ordering/order-contacts'
import { PaidOrders } from '../ordering/paid-orders'
import { rulesOf } from '../tlds/catalogue'

/** Thrown where a scheduled transfer is not due any more: another request or process changed it first. */
class NotDue extends Error {}

/** How long pricing and reserving a scheduled transfer may take; milliseconds. */
const ORDERS_MS = 10_000

/** When a scheduled transfer that could not be started is tried again; milliseconds. */
const RETRY_MS = 60_000

/** Refusals that pass without anything done by the account: the start is tried again. */
const temporary: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'service_unavailable',
  'order_refused',
  // The price has changed since an earlier delivery of the same message.
  'idempotency_key_reused',
])

/** Transfers that start on a later day. */
@Injectable()
export class ScheduledTransfers {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly orders: PaidOrders,
    private readonly names: NameOrders,
    private readonly clock: Clock,
  ) {}

  /** Stores a transfer that starts on its day. Returns the id of its domain. */
  async schedule(ordered: Omit<Domain, 'id'>, call: Call): Promise<number> {
    return this.database.unitOfWork(call, async (tx) => {
      const domain = await this.changes.create(tx, ordered)
      return domain ? domain.id : fail('transfer_running', { domain: ordered.name })
    })
  }

  /**
   * Starts a scheduled transfer that is due: reserves the present price and submits it. Without enough credit the transfer
   * fails. The message id is the order id, so that a message delivered again after a crash finds its reservation.
   */
  async start(domainId: number, now: Date, { correlationId, messageId }: Delivery): Promise<void> {
    const domain = await readDomain(this.database, domainId)
    if (!domain || !isStartDue(domain, now)) return
    const call = { correlationId, deadline: this.clock.machineMs() + ORDERS_MS }
    try {
      await this.pay(domain, messageId, await this.names.contacts(domain, call), now, call)
    } catch (error) {
      if (error instanceof NotDue) return
      if (!(error instanceof Refusal)) throw error
      await this.postponeOrFail(domainId, now, error, correlationId)
    }
  }

  private async pay(
    domain: Domain,
    operationId: string,
    contacts: OrderContacts,
    now: Date,
    call: Call,
  ): Promise<void> {
    const { id, name, extension, resellerId, isPremium, isPrivate: hasPrivacy, scheduledBy } = domain
    const purchase = { name, extension, operation: 'transfer', period: 1, hasPrivacy, isRegistryPremium: isPremium }
    const price = await this.orders.price(resellerId, purchase, call)
    const paid = { operationId, resellerId, ...price, spender: scheduledBy ?? undefined }
    await this.orders.place(paid, call, async (tx) => {
      const locked = await lockDomain(tx, id)
      if (!locked || !isStartDue(locked, now)) throw new NotDue()
      const step = advance(locked, { event: 'schedule.due' }, rulesOf(locked), now)
      if (!step) throw new NotDue()
      await this.changes.apply(tx, locked, step, { cause: 'timer' })
      await this.names.submit(tx, step.domain, contacts, paid, 'timer')
    })
  }

  private async postponeOrFail(
    domainId: number,
    now: Date,
    { refusal, message }: Refusal,
    correlationId: string,
  ): Promise<void> {
    await this.database.unitOfWork({ correlationId }, async (tx) => {
      const domain = await lockDomain(tx, domainId)
      if (!domain || !isStartDue(domain, now)) return
      if (temporary.has(refusal)) {
        const scheduledAt = new Date(now.getTime() + RETRY_MS)
        return this.changes.save(tx, domain, { ...domain, scheduledAt, version: domain.version + 1 })
      }
      const step = advance(domain, { event: 'schedule.unpaid' }, rulesOf(domain), now)
      if (!step) return
      const failed = { ...step.domain, failureReason: message }
      await this.changes.apply(tx, domain, { ...step, domain: failed }, { cause: 'timer' })
    })
  }
}

function isStartDue(domain: Domain, now: Date): boolean {
  return isDue('scheduled-transfer', domain, rulesOf(domain), now)
}
