import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { closeRecoveredCharge } from '@nameyard/contracts/domains/recovered-charges'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { chargeState, closeCharge } from './recovered-charge.store'

/** From which states a charge moves to a state: a charge that may be in the ledger cannot be waived. */
const before = { confirmed: ['proposed'], posted: ['confirmed'], waived: ['proposed'] } as const

/** Confirms, closes or waives the lost charge of a recovered name. */
@Controller()
export class CloseRecoveredCharge {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(closeRecoveredCharge)
  async execute(
    { key, state, reason }: Input<typeof closeRecoveredCharge>,
    call: Call,
  ): Promise<Result<typeof closeRecoveredCharge>> {
    return this.database.unitOfWork(call, async (tx) => {
      const moved = { key, from: before[state], state, reason, now: this.clock.now() }
      const [closed] = await tx.query(closeCharge, moved)
      if (!closed) {
        const [found] = await tx.query(chargeState, { key })
        if (!found) return fail('invalid_input', { field: 'key', problem: 'there is no such charge' })
        if (found.state !== state)
          return fail('invalid_input', { field: 'key', problem: `the charge is ${found.state}` })
        tellAudit(tx, { isNothing: true })
        return { key, state }
      }
      const { name, resellerId } = closed
      const changes = { charge: { to: state }, ...(reason !== '' && { reason: { to: reason } }) }
      tellAudit(tx, { resellerId, subject: `domain ${name}`, changes })
      return { key, state }
    })
  }
}
