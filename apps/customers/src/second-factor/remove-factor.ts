import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { contactSecondFactorRemoved } from '@nameyard/contracts/events/catalogue/contact-events'
import { removeFactor } from '@nameyard/contracts/factors/remove-factor'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { recordChange } from '../audit/audit-log'
import { notify } from './enrolment'
import { FactorHolders } from './factor-holders'
import { deleteFactor, deleteRecoveryCodes, findHolder, lockContact } from './second-factor.store'

@Controller()
export class RemoveFactor {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    private readonly holders: FactorHolders,
  ) {}

  /** Recovery codes are no factor of their own: they end with the last one. */
  @Handles(removeFactor)
  async execute({ id, ...given }: Input<typeof removeFactor>, call: Call): Promise<Result<typeof removeFactor>> {
    const { contactId } = await this.holders.provenCaller(given, removeFactor, call)
    await this.database.unitOfWork(call, async (tx) => {
      const [contact] = await tx.query(lockContact, { contactId })
      const [removed] = await tx.query(deleteFactor, { id, contactId })
      if (!removed) fail('factor_not_found', { id })
      if (!removed.isConfirmed) return
      const [holder] = await tx.query(findHolder, { contactId })
      const { resellerId, factors, isRequired } = holder!
      if (factors === 0) {
        if (isRequired) fail('factor_is_last')
        await tx.query(deleteRecoveryCodes, { contactId })
      }
      await notify(tx, this.outbox, { contactId, notice: 'factor-removed', at: this.clock.machineNow() })
      await this.events.tell(tx, contactSecondFactorRemoved, contact!)
      const changes = { second_factor: { from: `${removed.kind} ${id}`, to: '' } }
      const [now, subject] = [this.clock.now(), `contact ${contactId}`]
      await recordChange(tx, { call, now, operation: removeFactor, resellerId, subject, changes })
    })
    return { success: true }
  }
}
