import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { demandPurchase } from '@nameyard/contracts/rights'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Domain } from '../lifecycle/model/domain'
import { PaidOrders, type PaidOrder } from '../ordering/paid-orders'
import { privacyYears } from './model/privacy'
import type { Update } from './model/update'

/** Updates that switch on WHOIS privacy, which is paid for until the domain expires. */
@Injectable()
export class PrivacyOrders {
  constructor(
    private readonly database: Database,
    private readonly orders: PaidOrders,
    private readonly clock: Clock,
  ) {}

  /** Prices the privacy that an update switches on. Returns undefined where it switches none on, or none is to be paid. */
  async price(domain: Domain, { changed }: Update, call: Call): Promise<PaidOrder | undefined> {
    if (changed.isPrivate !== true) return undefined
    // An order or operation under way was priced without privacy.
    if (domain.phase !== 'active') fail('domain_status_prohibits', { domain: domain.name })
    const period = privacyYears(domain, this.clock.now())
    if (period === 0) return undefined
    demandPurchase(call)
    const { name, extension, resellerId } = domain
    const { charge } = await this.orders.price(resellerId, { name, extension, operation: 'privacy', period }, call)
    return { operationId: uuidv7(), resellerId, charge }
  }

  /** Stores an update in one transaction, together with the payment of its privacy where there is one. */
  place<Stored>(paid: PaidOrder | undefined, call: Call, write: (tx: Tx) => Promise<Stored>): Promise<Stored> {
    return paid ? this.orders.place(paid, call, write) : this.database.unitOfWork(call, write)
  }

  /** Refuses an update whose price is not that of the locked domain: another request has switched privacy meanwhile. */
  refuseOtherPrice(locked: Domain, { changed }: Update, paid: PaidOrder | undefined): void {
    const isSwitchedOn = changed.isPrivate === true
    const isPriced = paid ? isSwitchedOn : !isSwitchedOn || privacyYears(locked, this.clock.now()) === 0
    if (!isPriced) fail('domain_status_prohibits', { domain: locked.name })
  }
}
