import { Injectable } from '@nestjs/common'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import type { RegistryFee } from '@nameyard/contracts/registry/submit-operation'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import type { Domain } from '../lifecycle/model/domain'
import { insertRegistryOperation, type RegistryOperation } from '../registry/registry-operation.store'
import type { PaidOrder } from './paid-orders'

interface HeldOrder {
  readonly operationId: string
  readonly fee: RegistryFee | null
  readonly charge: Charge | null
}

const heldOrder = statement<Pick<RegistryOperation, 'domainId'>, HeldOrder>(
  'domains.held-order',
  ({ domainId }) => sql`
    select operation_id as "operationId", fee, charge from registry_operation
    where domain_id = ${domainId} and state = 'held'`,
)

const failHeld = statement<
  Pick<RegistryOperation, 'domainId' | 'reason' | 'settledAt'>,
  Pick<RegistryOperation, 'operationId'>
>(
  'domains.fail-held-order',
  ({ domainId, settledAt, reason }) => sql`
    update registry_operation set state = 'failed', settled_at = ${settledAt}, reason = ${reason}
    where domain_id = ${domainId} and state = 'held' returning operation_id as "operationId"`,
)

/** Transfers that the registrant must authorize first. Their price is reserved, and they are not submitted yet. */
@Injectable()
export class HeldOrders {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Stores the order of a domain as held. */
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

  /** The held order of a domain. */
  async of(tx: Tx, domain: Pick<Domain, 'id'>): Promise<HeldOrder | undefined> {
    const [held] = await tx.query(heldOrder, { domainId: domain.id })
    return held
  }

  /** Releases the credit that is reserved for a failed order. */
  async release(tx: Tx, { id, resellerId, failureReason }: Pick<Domain, 'failureReason' | 'id' | 'resellerId'>) {
    const failed = await tx.query(failHeld, {
      domainId: id,
      settledAt: this.clock.now(),
      reason: failureReason,
    })
    for (const { operationId: orderId } of failed) {
      await this.outbox.append(tx, releaseReservation, { orderId, resellerId })
    }
  }
}
