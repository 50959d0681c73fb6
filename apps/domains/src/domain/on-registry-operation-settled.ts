import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Logger } from '@nestjs/common'
import { PaidOrders } from '../placing/paid-orders'
import { Settlements } from '../registry/settlements'
import { tlds } from '../tlds/catalogue'
import { lockByOperation, saveDomain, saveSettlement } from './domain.store'
import { settle } from './model/settlement'

/** Brings the registry's answer back to the domain: active with its dates, or failed with the reason. */
@Controller()
export class OnRegistryOperationSettled {
  private readonly log = new Logger('settlement')

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly orders: PaidOrders,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
  ) {}

  @Consumes(registryOperationSettled)
  async on(settlement: Payload<typeof registryOperationSettled>, delivery: Delivery): Promise<void> {
    const { operationId } = settlement
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox.once(tx, delivery.messageId, 'domains.settlement', async () => {
        const locked = await lockByOperation(tx, operationId)
        if (!locked) throw new Error(`operation ${operationId} settled, but no domain ordered it`)
        const { domain, operation } = locked
        if (operation.state !== 'submitted') return
        const now = this.clock.now()
        const settled = settle(domain, settlement, tlds.get(domain.extension)?.renewalOffsetDays ?? 0, now)
        if (settled) await saveDomain(tx, settled)
        else
          this.log.error(`${domain.name} is ${domain.phase}: the ${settlement.outcome} of ${operationId} has no place`)
        await saveSettlement(tx, { operationId, state: settlement.outcome, settledAt: now })
        await this.orders.end(tx, operation, domain.resellerId, settlement.outcome)
        await this.settlements.announce(tx, operationId)
      }),
    )
  }
}
