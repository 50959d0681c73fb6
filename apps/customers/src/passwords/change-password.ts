import { Controller, Inject } from '@nestjs/common'
import { changePassword } from '@nameyard/contracts/access/change-password'
import { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import { fail, Refusal } from '@nameyard/contracts/errors'
import { contactPasswordChanged } from '@nameyard/contracts/events/catalogue/contact-events'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { GuessLimits } from '../access/guess-limits'
import { ownPasswordSubject } from '../access/model/login-subjects'
import { removeOtherTokens } from '../access/token.store'
import { ContactEvents } from '../account-events/contact-events'
import { SessionEvents } from '../account-events/session-events'
import { recordChange } from '../audit/audit-log'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { hashPassword, isPassword } from '../contacts/password'
import { assertNewPassword } from './assert-new-password'
import { lockHolder, replacePassword } from './own-password.store'
import { removeResets } from './password-reset.store'

@Controller()
export class ChangePassword {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly events: ContactEvents,
    private readonly sessions: SessionEvents,
    private readonly limits: GuessLimits,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /**
   * Replaces the password and ends the other sessions with the commit. The holder of a stolen token cannot guess the
   * password here: wrong ones lead to a wait. They are counted for the contact and the network only, so that failed logins
   * of strangers do not affect a valid token.
   */
  @Handles(changePassword)
  async execute(input: Input<typeof changePassword>, call: Call): Promise<Result<typeof changePassword>> {
    const { contactId } = call.actor ?? fail('authentication_failed')
    const subjects = [ownPasswordSubject(contactId, call.address)]
    await this.limits.assertOpen(subjects)
    try {
      return await this.replace(input, call, contactId)
    } catch (error) {
      const isWrong = error instanceof Refusal && error.refusal === 'current_password_wrong'
      if (isWrong) await this.limits.count(subjects)
      throw error
    }
  }

  /** The password is checked inside, so that a repeated request with the same key gets the first answer. */
  private replace(input: Input<typeof changePassword>, call: Call, contactId: number) {
    return this.database.unitOfWork(call, async (tx): Promise<Result<typeof changePassword>> => {
      const [holder] = await tx.query(lockHolder, { contactId })
      const isRight = await isPassword(input.current_password, holder?.passwordHash)
      if (!holder || !isRight) fail('current_password_wrong')
      await assertNewPassword(input.password, holder, this.config.PASSWORD_MIN_LENGTH)
      const now = this.clock.now()
      const [contact] = await tx.query(replacePassword, {
        contactId,
        passwordHash: await hashPassword(input.password),
        now,
      })
      const ended = await tx.query(removeOtherTokens, { contactId, id: call.session ?? null })
      await this.sessions.tellEnded(tx, holder.resellerId, ended)
      await this.events.tell(tx, contactPasswordChanged, contact!)
      await tx.query(removeResets, { contactId })
      await this.outbox.append(tx, sendSecurityNotice, {
        contactId,
        notice: 'password-changed',
        at: printDate(this.clock.machineNow()),
      })
      const { resellerId } = holder
      const changes = { password: null, sessions_ended: { to: ended.length } }
      const subject = `contact ${contactId}`
      await recordChange(tx, { call, now, operation: changePassword, resellerId, subject, changes })
      return { success: true, sessions_ended: ended.length }
    })
  }
}
