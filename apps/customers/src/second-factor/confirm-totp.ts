import { Controller, Inject } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { contactSecondFactorAdded } from '@nameyard/contracts/events/catalogue/contact-events'
import { confirmTotp } from '@nameyard/contracts/factors/confirm-totp'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { recordChange } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { openSecret } from '../factors/factor-secrets'
import { findTotp } from '../factors/factor.store'
import { stepOf } from '../factors/one-time-code'
import { enrolmentsSince, notify, replaceRecoveryCodes } from './enrolment'
import { FactorHolders } from './factor-holders'
import { confirmFactor, findHolder, lockContact, type FactorHolder } from './second-factor.store'

@Controller()
export class ConfirmTotp {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    private readonly holders: FactorHolders,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** The first code proves that the app has the secret, so that a mistake does not lock the contact out. */
  @Handles(confirmTotp)
  async execute({ id, code }: Input<typeof confirmTotp>, call: Call): Promise<Result<typeof confirmTotp>> {
    const holder = await this.holders.callerOf(call)
    const { contactId } = holder
    const now = this.clock.machineNow()
    const [app] = await this.database.read(findTotp, { contactId, id, startedAfter: enrolmentsSince(now) })
    if (!app) fail('factor_not_found', { id })
    const secret = openSecret(this.config.FACTOR_SECRET ?? [], contactId, app)
    const step = stepOf(secret, code.replaceAll(/\s/g, ''), now.getTime())
    const isRight = await this.holders.guess(holder, call, () => Promise.resolve(step !== undefined))
    if (!isRight || step === undefined) fail('factor_code_wrong')
    return { success: true, recovery_codes: await this.confirm(holder, { id, step, now }, call) }
  }

  private confirm({ contactId }: FactorHolder, { id, step, now }: Confirmed, call: Call): Promise<string[]> {
    return this.database.unitOfWork(call, async (tx) => {
      const [contact] = await tx.query(lockContact, { contactId })
      const [holder] = await tx.query(findHolder, { contactId })
      const [confirmed] = await tx.query(confirmFactor, { id, contactId, step, now })
      if (!holder || !confirmed) fail('factor_not_found', { id })
      await notify(tx, this.outbox, { contactId, notice: 'factor-added', at: now })
      await this.events.tell(tx, contactSecondFactorAdded, contact!)
      const { resellerId } = holder
      const [subject, changes] = [`contact ${contactId}`, { second_factor: { to: `totp ${id}` } }]
      await recordChange(tx, { call, now: this.clock.now(), operation: confirmTotp, resellerId, subject, changes })
      return holder.recoveryCodes > 0 ? [] : replaceRecoveryCodes(tx, contactId, now)
    })
  }
}

interface Confirmed {
  readonly id: number
  readonly step: number
  readonly now: Date
}
