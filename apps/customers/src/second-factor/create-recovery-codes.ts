import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { contactRecoveryCodesReplaced } from '@nameyard/contracts/events/catalogue/contact-events'
import { createRecoveryCodes } from '@nameyard/contracts/factors/create-recovery-codes'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { recordChange } from '../audit/audit-log'
import { notify, replaceRecoveryCodes } from './enrolment'
import { FactorHolders } from './factor-holders'
import { findHolder, lockContact } from './second-factor.store'

@Controller()
export class CreateRecoveryCodes {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    private readonly holders: FactorHolders,
  ) {}

  /** Only the hashes are stored. */
  @Handles(createRecoveryCodes)
  async execute(given: Input<typeof createRecoveryCodes>, call: Call): Promise<Result<typeof createRecoveryCodes>> {
    const { contactId } = await this.holders.provenCaller(given, createRecoveryCodes, call)
    return this.database.unitOfWork(call, async (tx) => {
      const [contact] = await tx.query(lockContact, { contactId })
      const [holder] = await tx.query(findHolder, { contactId })
      if (!holder || holder.factors === 0) fail('own_factor_missing')
      const at = this.clock.machineNow()
      const recovery_codes = await replaceRecoveryCodes(tx, contactId, at)
      await notify(tx, this.outbox, { contactId, notice: 'recovery-codes-replaced', at })
      await this.events.tell(tx, contactRecoveryCodesReplaced, contact!)
      const { resellerId } = holder
      const [now, subject, changes] = [this.clock.now(), `contact ${contactId}`, { recovery_codes: null }]
      await recordChange(tx, { call, now, operation: createRecoveryCodes, resellerId, subject, changes })
      return { recovery_codes }
    })
  }
}
