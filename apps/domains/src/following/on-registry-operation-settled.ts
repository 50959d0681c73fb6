import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { RenamedHosts } from '../hosts/renamed-hosts'
import { sealedView } from '../lifecycle/auth-code'
import { PaidOrders } from '../ordering/paid-orders'
import { refusalOf } from '../registry/model/order-refusal'
import { OperationEvents } from '../registry/operation-events'
import { lockByOperation, saveSettlement } from '../registry/registry-operation.store'
import { Settlements } from '../registry/settlements'
import { rulesOf } from '../tlds/catalogue'
import { trueOutcome } from './model/outcome'
import { Outcomes } from './outcomes'

/** Applies the end of a registry operation: to the domain, to the reserved credit, and to renamed hosts. */
@Controller()
export class OnRegistryOperationSettled {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly outcomes: Outcomes,
    private readonly orders: PaidOrders,
    private readonly settlements: Settlements,
    private readonly renamed: RenamedHosts,
    private readonly clock: Clock,
    private readonly codes: AuthCodeCipher,
    private readonly events: OperationEvents,
  ) {}

  @Consumes(registryOperationSettled)
  async on(settlement: Payload<typeof registryOperationSettled>, delivery: Delivery): Promise<void> {
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox
        .once(tx, delivery.messageId, 'domains.settlement', () => this.settle(tx, settlement))
        .then(() => undefined),
    )
  }

  private async settle(tx: Tx, settlement: Payload<typeof registryOperationSettled>): Promise<void> {
    const { operationId } = settlement
    const locked = await lockByOperation(tx, operationId)
    if (!locked) throw new Error(`operation ${operationId} settled, but no domain ordered it`)
    const { domain, operation } = locked
    const view = sealedView(this.codes, domain.name, settlement.registry)
    if (operation.state !== 'submitted') return
    const { outcome, reason } = trueOutcome(domain, operation, { ...settlement, view }, rulesOf(domain))
    const answeredAt = new Date(settlement.settledAt)
    await this.outcomes.apply(tx, domain, operation, { outcome, view, reason, answeredAt })
    const end = {
      state: outcome,
      settledAt: this.clock.now(),
      rollback: withoutCode(operation.rollback),
      reason: reason?.text ?? null,
      reasonCode: reason?.code ?? null,
      reasonSubject: reason?.subject ?? null,
      refusal: outcome === 'done' ? null : refusalOf({ purpose: operation.purpose, outcome, reason, view }),
    }
    await saveSettlement(tx, domain, operation, end)
    await this.events.tell(tx, domain, { ...operation, ...end })
    await this.renamed.follow(tx, view)
    await this.orders.end(tx, operation, domain.resellerId, outcome)
    this.settlements.announce(tx, operationId)
  }
}

/** The earlier values of an operation that has ended, without the auth code. Later operations ask which fields it changed. */
function withoutCode(rollback: object | null | undefined): object | null {
  return rollback && 'authCode' in rollback ? { ...rollback, authCode: '' } : (rollback ?? null)
}
