import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { contactSecondFactorAdded } from '@nameyard/contracts/events/catalogue/contact-events'
import { confirmPasskey } from '@nameyard/contracts/factors/confirm-passkey'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { recordChange } from '../audit/audit-log'
import { insertPasskey } from '../factors/passkey.store'
import { Passkeys } from '../factors/passkeys'
import { MOST_FACTORS, notify, replaceRecoveryCodes } from './enrolment'
import { FactorHolders } from './factor-holders'
import { findHolder, lockContact } from './second-factor.store'

@Controller()
export class ConfirmPasskey {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    private readonly holders: FactorHolders,
    private readonly passkeys: Passkeys,
  ) {}

  /** The challenge is used up outside of the transaction, so that it works once even if the answer is refused. */
  @Handles(confirmPasskey)
  async execute({ credential }: Input<typeof confirmPasskey>, call: Call): Promise<Result<typeof confirmPasskey>> {
    const { contactId } = await this.holders.callerOf(call)
    const passkey = await this.passkeys.created(credential, contactId)
    return this.database.unitOfWork(call, async (tx) => {
      const [contact] = await tx.query(lockContact, { contactId })
      const [holder] = await tx.query(findHolder, { contactId })
      if (!holder) fail('authentication_failed')
      if (holder.factors >= MOST_FACTORS) fail('factor_limit_reached', { limit: MOST_FACTORS })
      const at = this.clock.machineNow()
      const [inserted] = await tx.query(insertPasskey, { ...passkey, now: at })
      if (!inserted) fail('passkey_known')
      const { id } = inserted
      await notify(tx, this.outbox, { contactId, notice: 'factor-added', at })
      await this.events.tell(tx, contactSecondFactorAdded, contact!)
      const { resellerId } = holder
      const [now, subject, changes] = [
        this.clock.now(),
        `contact ${contactId}`,
        { second_factor: { to: `passkey ${id}` } },
      ]
      await recordChange(tx, { call, now, operation: confirmPasskey, resellerId, subject, changes })
      const recovery_codes = holder.recoveryCodes > 0 ? [] : await replaceRecoveryCodes(tx, contactId, at)
      return { success: true, id, recovery_codes }
    })
  }
}
