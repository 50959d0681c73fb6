import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { settleReservation } from '@nameyard/contracts/orders/settle-reservation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { knownReservations } from './reservation.store'

/**
 * Settles a reservation by hand. It sends the message that the owner should have sent, so that both ways are handled
 * alike. Returns the previous state. A settled reservation does not change.
 */
@Controller()
export class SettleReservation {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  @Handles(settleReservation)
  execute(
    { orderId, outcome }: Input<typeof settleReservation>,
    call: Call,
  ): Promise<Result<typeof settleReservation>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [reservation] = await tx.query(knownReservations, { orderIds: [orderId] })
      if (!reservation) fail('reservation_not_found', { order: orderId })
      const { state, resellerId } = reservation
      if (state === 'captured' || state === 'released') {
        tellAudit(tx, { isNothing: true })
        return { state }
      }
      if (outcome === 'captured') await this.outbox.append(tx, captureReservation, { orderId })
      else await this.outbox.append(tx, releaseReservation, { orderId, resellerId })
      tellAudit(tx, {
        resellerId,
        subject: `order ${orderId}`,
        changes: { state: { from: state, to: outcome } },
      })
      return { state }
    })
  }
}
