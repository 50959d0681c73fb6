import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import type { RegistryFee } from '@nameyard/contracts/registry/submit-operation'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { insertRegistryOperation, type RegistryOperation } from '../domain/registry-operation.store'
import type { Domain } from '../domain/model/domain'
import type { PaidOrder } from './paid-orders'

interface HeldOrder {
  readonly operationId: string
  readonly fee: RegistryFee | null
}

const heldOrder = statement(
  'domains.held-order',
  `select operation_id as "operationId", fee from registry_operation where domain_id = $1 and state = 'held'`,
)

const giveUpHeld = statement(
  'domains.give-up-held-order',
  `update registry_operation set state = 'failed', settled_at = $2, reason = $3
   where domain_id = $1 and state = 'held' returning operation_id as "operationId"`,
)

/**
 * Transfers that were ordered and that the registrant must authorize first: what they cost is set aside, and the registry
 * has not been asked.
 */
@Injectable()
export class HeldOrders {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Keeps the order of a domain. */
  async hold(
    tx: Tx,
    domain: Pick<Domain, 'id'>,
    { operationId, charge, fee }: PaidOrder,
    cause: RegistryOperation['cause'],
  ): Promise<void> {
    await insertRegistryOperation(tx, {
      operationId,
      domainId: domain.id,
      kind: 'domain.transfer',
      purpose: 'transfer',
      cause,
      state: 'held',
      submittedAt: this.clock.now(),
      charge,
      fee,
    })
  }

  /** The order of a domain that is held. */
  async of(tx: Tx, domain: Pick<Domain, 'id'>): Promise<HeldOrder | undefined> {
    const [held] = await tx.query<HeldOrder & Record<string, unknown>>(heldOrder, [domain.id])
    return held
  }

  /** Gives back what was set aside for a domain that has failed. */
  async giveBack(tx: Tx, { id, resellerId, failureReason }: Pick<Domain, 'failureReason' | 'id' | 'resellerId'>) {
    const given = await tx.query<{ operationId: string }>(giveUpHeld, [id, this.clock.now(), failureReason])
    for (const { operationId: orderId } of given) {
      await this.outbox.append(tx, releaseReservation, { orderId, resellerId })
    }
  }
}
